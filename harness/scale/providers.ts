/** Security: URLs and key variables never come from the queue, whose writers could send a key elsewhere. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiUnusableError } from '../../cassettes/client/api_failure.ts';
import {
  ApiSettingError,
  type Gate,
  type LiveClient,
  readBaseUrl,
  readHeaderValue,
} from '../../cassettes/client/openai_client.ts';
import { LlmCallError } from '../../cassettes/llm.ts';
import { promptTokens, tokenCounter } from '../../cassettes/tokens/token_count.ts';
import type { WireRequest } from '../../cassettes/wire/wire.ts';
import type { RecordedReply } from '../../cassettes/wire/wire_reply.ts';
import { memoize } from '../../envs/memoize.ts';
import { invalid, messageOf, unknownName } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import { retryText } from '../run/tapes/live_client.ts';
import type { Environment, SweepSurroundings } from './open_sweep.ts';
import { rateNews } from './rate_limit.ts';
import type { Place, SweepEngine, SweepRecord } from './sweep_engine.ts';

export type ServedProviders = ReadonlyMap<string, Readonly<{ url: string; keyVariable?: string | undefined }>>;

const PROVIDER = /^([a-z0-9_][a-z0-9_.-]{0,99})=([^,]+)(?:,([A-Za-z_][A-Za-z0-9_]{0,99}))?$/;

export function readServedProviders(texts: readonly string[]): ServedProviders {
  const served = new Map<string, { url: string; keyVariable: string | undefined }>();
  for (const text of texts) {
    const [, name, url = '', keyVariable] = PROVIDER.exec(text) ?? [];
    if (name === undefined) {
      throw invalid(
        `Cannot read --provider: expected NAME=URL,KEYVARIABLE, such as openai=https://api.openai.com/v1,OPENAI_API_KEY`,
      );
    }
    if (served.has(name)) throw invalid(`--provider names "${name}" twice; remove one of them`);
    served.set(name, { url: readBaseUrl(url, `--provider ${name}`), keyVariable });
  }
  return served;
}

export function servedProvider(served: ServedProviders, name: string) {
  const provider = served.get(name);
  if (provider !== undefined) return provider;
  const { message } = unknownName('provider of this worker', name, [...served.keys()]);
  throw invalid(`${message}. Start a worker with --provider ${name}=URL,KEYVARIABLE`);
}

/** Empty if the provider needs no key. */
export function keyOf(served: ServedProviders, name: string, environment: Environment): string {
  const { keyVariable } = servedProvider(served, name);
  if (keyVariable === undefined) return '';
  const key = readHeaderValue(environment[keyVariable] ?? '', keyVariable);
  if (key === '') throw new ApiSettingError(`Cannot sweep: set ${keyVariable} to the key of provider "${name}"`);
  return key;
}

export type AskProvider = (name: string, request: WireRequest) => Promise<RecordedReply>;

type AskOptions = SweepSurroundings &
  Readonly<{
    served: ServedProviders;
    record: SweepRecord;
    engine: SweepEngine;
    stop: AbortSignal;
    giveUp: AbortSignal;
  }>;

/** Pauses the sweep on a failure that affects all calls. */
export function askProviders(options: AskOptions): AskProvider {
  const { served, engine, environment, say } = options;
  for (const name of served.keys()) keyOf(served, name, environment);
  const clients = new Map<string, Promise<LiveClient>>();
  return async (name, request) => {
    try {
      const client = await memoize(clients, name, () => newClient(name, options));
      const reply = await client.ask(request);
      if (reply.usage !== null) {
        const excess = reply.usage.promptTokens + reply.usage.completionTokens - (await tokensOf(request));
        // not awaited: the answer is not stored yet
        engine.learn(name, {}, excess).catch((error: unknown) => say(String(error)));
      }
      return reply;
    } catch (error) {
      if (error instanceof ApiUnusableError) {
        clients.delete(name);
        await engine.pause(error.message);
      }
      throw error;
    }
  };
}

async function newClient(name: string, options: AskOptions): Promise<LiveClient> {
  const { served, record, engine, environment, clocks, say, stop, giveUp } = options;
  const { url } = servedProvider(served, name);
  const limit = ownValue(record.sweep.providers, name);
  if (limit === undefined) throw invalid(`The sweep has no provider "${name}"`);
  const { openaiClient } = await import('../../cassettes/client/openai_client.ts');
  const key = keyOf(served, name, environment);
  return openaiClient({
    baseUrl: url,
    apiKey: key === '' ? 'none' : key,
    nowMs: clocks.monotonic,
    // never shorter than the provider requires
    sleep: (ms, signal) => sleep(ms * (1 + randomInt(1_000) / 2_000), undefined, { signal }),
    onRetry: (retry) => say(retryText(retry)),
    signal: giveUp,
    timeoutMs: limit.timeoutS * 1_000,
    attemptsMax: limit.retries + 1,
    concurrencyMax: limit.concurrency,
    gate: providerGate({
      ...{ provider: name, engine, stop, onError: (error) => say(messageOf(error)) },
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    }),
  });
}

type GateOptions = Readonly<{
  provider: string;
  engine: Pick<SweepEngine, 'reserve' | 'recheck' | 'learn'>;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  stop: AbortSignal;
  onError: (error: unknown) => void;
}>;

export function providerGate({ provider, engine, sleep, stop, onError }: GateOptions): Gate {
  async function pass(request: WireRequest, signal: AbortSignal): Promise<void> {
    const interruption = AbortSignal.any([signal, stop]);
    let { waitMs, shiftMs } = placeOrThrow(await engine.reserve(provider, await tokensOf(request)));
    while (waitMs > 0) {
      await sleep(waitMs, interruption).catch(() => {});
      if (interruption.aborted) throw new LlmCallError('api_error', 'interrupted');
      // a block may have shifted the place
      ({ waitMs, shiftMs } = placeOrThrow(await engine.recheck(provider, shiftMs)));
    }
  }
  return {
    pass,
    onResponse(response) {
      const news = rateNews(response);
      if (Object.values(news).some((value) => value !== undefined)) engine.learn(provider, news, 0).catch(onError);
    },
  };
}

function placeOrThrow(place: Place | { readonly stopped: string }): Place {
  if ('stopped' in place) throw new LlmCallError('api_error', `the sweep is stopped: ${place.stopped}`);
  return place;
}

const ANSWER_TOKENS = 256; // reserved for an answer without a limit

export async function tokensOf(request: WireRequest): Promise<number> {
  const prompt = promptTokens(request, await tokenCounter(request.body.model));
  if (request.url === '/v1/embeddings') return prompt;
  return prompt + (request.body.max_completion_tokens ?? request.body.max_tokens ?? ANSWER_TOKENS);
}
