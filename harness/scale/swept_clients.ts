/**
 * The clients of a sweep, one for each provider: limits from the sweep, address and key from this process.
 *
 * @module
 */
import { ApiUnusableError } from '../../cassettes/client/api_unusable_error.ts';
import type { LiveClient } from '../../cassettes/client/openai_client.ts';
import type { WireRequest } from '../../cassettes/wire/wire.ts';
import type { RecordedReply } from '../../cassettes/wire/wire_reply.ts';
import { invalid } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import { retryText } from '../run/tapes/live_client.ts';
import type { SweepEngine } from './engine/sweep_engine.ts';
import type { QueuedSweep } from './engine/sweep_file.ts';
import { providerGate, tokensOf } from './provider_gate.ts';
import { keyOf, type ServedProviders, servedProvider } from './served_providers.ts';

export type SweptClientsOptions = {
  readonly served: ServedProviders;
  readonly limits: QueuedSweep['providers'];
  readonly engine: SweepEngine;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1, evenly. */
  readonly chance: () => number;
  readonly say: (message: string) => void;
  /** Nothing new is asked once it fires, */
  readonly stop: AbortSignal;
  /** and what is under way is given up once this does. */
  readonly giveUp: AbortSignal;
};

export class SweptClients {
  readonly #options: SweptClientsOptions;
  readonly #clients = new Map<string, Promise<LiveClient>>();

  /** Throws an ApiSettingError where a key is not there or cannot be used. */
  constructor(options: SweptClientsOptions) {
    this.#options = options;
    for (const name of options.served.keys()) keyOf(options.served, name, options.environment);
  }

  /** Rejects as clients do, and where the provider is not served here. What would keep every call from being answered has stopped the sweep by then. */
  async ask(name: string, request: WireRequest): Promise<RecordedReply> {
    const { engine, say } = this.#options;
    const client = this.#clients.get(name) ?? this.#newClient(name);
    this.#clients.set(name, client);
    try {
      const reply = await (await client).ask(request);
      const used = reply.usage === null ? null : reply.usage.promptTokens + reply.usage.completionTokens;
      if (used !== null) {
        const estimated = await tokensOf(request);
        // The answer is not kept yet, and waits for nothing else.
        engine.learn(name, {}, used - estimated).catch((error: unknown) => say(String(error)));
      }
      return reply;
    } catch (error) {
      if (error instanceof ApiUnusableError) {
        this.#clients.delete(name);
        await engine.pause(error.message);
      }
      throw error;
    }
  }

  async #newClient(name: string): Promise<LiveClient> {
    const { served, limits, environment, engine, nowMs, sleep, chance, say, stop, giveUp } = this.#options;
    const { url } = servedProvider(served, name);
    const limit = ownValue(limits, name);
    if (limit === undefined) throw invalid(`The sweep has no provider "${name}"`);
    // The SDK is large; who does not sweep never loads it.
    const { openaiClient } = await import('../../cassettes/client/openai_client.ts');
    const key = keyOf(served, name, environment);
    return openaiClient({
      baseUrl: url,
      apiKey: key === '' ? 'none' : key,
      nowMs,
      // Never sooner than the provider asked for, and not all at once.
      sleep: (ms, signal) => sleep(ms * (1 + chance() / 2), signal),
      onRetry: (retry) => say(retryText(retry)),
      signal: giveUp,
      timeoutMs: limit.timeoutS * 1_000,
      attemptsMax: limit.retries + 1,
      concurrencyMax: limit.concurrency,
      gate: providerGate({
        ...{ provider: name, engine, sleep, stop },
        onError: (error) => say(error instanceof Error ? error.message : String(error)),
      }),
    });
  }
}
