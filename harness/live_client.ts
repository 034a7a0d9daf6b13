/**
 * The live client as the command line asks for it: address and key from the environment, bounds from flags, the clock from
 * here.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveClient } from '../cassettes/openai_client.ts';
import type { Answering } from '../cassettes/provenance.ts';
import { CommandFailure } from './failure.ts';

export type LiveSettings = {
  /** Base URL from a flag; else `OPENAI_BASE_URL`. */
  readonly url: string | undefined;
  /** Organisation from a flag; else `OPENAI_ORG_ID`. */
  readonly organization: string | undefined;
  readonly timeoutS: number;
  readonly retries: number;
  /** Most requests under way at once. */
  readonly concurrency: number;
  /** Gives up what is under way when it fires. */
  readonly signal: AbortSignal;
};

/** Who is asked, and what the manifest will say of it. */
export type LiveModel = { readonly client: LiveClient; readonly provenance: Answering };

const OPENAI = 'https://api.openai.com/v1';

/**
 * Throws a CommandFailure where the address is no URL, or where OpenAI would be asked without a key; other servers may not
 * want one.
 */
export async function liveModel(
  settings: LiveSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LiveModel> {
  const baseUrl = settings.url ?? environment['OPENAI_BASE_URL'] ?? OPENAI;
  const apiKey = environment['OPENAI_API_KEY'] ?? '';
  const organization = settings.organization ?? environment['OPENAI_ORG_ID'];
  const address = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new CommandFailure(2, `Cannot record: "${baseUrl}" is no http(s) URL; set OPENAI_BASE_URL or --url`);
  }
  if (apiKey === '' && baseUrl === OPENAI) {
    throw new CommandFailure(2, 'Cannot record: set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs no key');
  }
  // The SDK is large; replay never loads it.
  const { openaiClient } = await import('../cassettes/openai_client.ts');
  const client = openaiClient({
    baseUrl,
    apiKey: apiKey === '' ? 'none' : apiKey,
    ...(organization === undefined ? {} : { organization }),
    nowMs: () => performance.now(),
    sleep: (ms) => sleep(ms, undefined, { signal: settings.signal }),
    signal: settings.signal,
    timeoutMs: settings.timeoutS * 1_000,
    attemptsMax: settings.retries + 1,
    concurrencyMax: settings.concurrency,
  });
  const provenance: Answering = {
    source: 'live',
    provider: address.host,
    channel: 'OpenAI-compatible API',
    answeredOn: new Date().toISOString().slice(0, 10),
    sampling: 'as requested',
    tokenCounts: 'as reported',
    note: '',
  };
  return { client, provenance };
}
