/**
 * The live client as the command line asks for it: address and key from the environment, bounds from flags, the clock from
 * here.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiSettingError, readBaseUrl, readHeaderValue } from '../../../cassettes/client/api_settings.ts';
import type { LiveClient, Retry } from '../../../cassettes/client/openai_client.ts';
import type { Answering } from '../../../cassettes/format/provenance.ts';

export type LiveSettings = {
  /** Base URL from a flag; else `OPENAI_BASE_URL`. */
  readonly url: string | undefined;
  /** Organisation from a flag; else `OPENAI_ORG_ID`. */
  readonly organization: string | undefined;
  readonly timeoutS: number;
  readonly retries: number;
  /** Most requests under way at once. */
  readonly concurrency: number;
  /** Whether calls that fail one after another end the run. */
  readonly failFast: boolean;
  /** Shows a message. */
  readonly say: (message: string) => void;
  /** Gives up what is under way when it fires. */
  readonly signal: AbortSignal;
};

/** Who is asked, and what the manifest will say of it. */
export type LiveModel = { readonly client: LiveClient; readonly provenance: Answering };

const OPENAI = 'https://api.openai.com/v1';

/** Calls in a row that may fail, each after its retries, before `--fail-fast` ends the run. */
const FAILURES_MAX = 3;

/**
 * Throws an ApiSettingError at an address or a key that cannot be used, and where OpenAI would be asked without a key; other
 * servers may not want one.
 */
export async function liveModel(
  settings: LiveSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LiveModel> {
  const baseUrl = readBaseUrl(
    settings.url ?? environment['OPENAI_BASE_URL'] ?? OPENAI,
    settings.url === undefined ? 'OPENAI_BASE_URL' : '--url',
  );
  const apiKey = readHeaderValue(environment['OPENAI_API_KEY'] ?? '', 'OPENAI_API_KEY');
  const organization = settings.organization ?? environment['OPENAI_ORG_ID'];
  if (apiKey === '' && baseUrl === OPENAI) {
    throw new ApiSettingError('Cannot record: set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs no key');
  }
  // The SDK is large; replay never loads it.
  const { openaiClient } = await import('../../../cassettes/client/openai_client.ts');
  const client = openaiClient({
    baseUrl,
    apiKey: apiKey === '' ? 'none' : apiKey,
    ...(organization === undefined ? {} : { organization: readHeaderValue(organization, 'The organisation') }),
    nowMs: () => performance.now(),
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    onRetry: (retry) => settings.say(retryText(retry)),
    ...(settings.failFast ? { failuresMax: FAILURES_MAX } : {}),
    signal: settings.signal,
    timeoutMs: settings.timeoutS * 1_000,
    attemptsMax: settings.retries + 1,
    concurrencyMax: settings.concurrency,
  });
  const provenance: Answering = {
    source: 'live',
    provider: new URL(baseUrl).host,
    channel: 'OpenAI-compatible API',
    answeredOn: new Date().toISOString().slice(0, 10),
    sampling: 'as requested',
    tokenCounts: 'as reported',
    note: '',
  };
  return { client, provenance };
}

/** A line for people. */
export function retryText({ key, model, attempt, attemptsMax, pauseMs, reason }: Retry): string {
  return `Request ${key.slice(0, 8)} of model "${model}": ${reason}; attempt ${attempt} of ${attemptsMax} in ${pauseMs / 1_000} s`;
}
