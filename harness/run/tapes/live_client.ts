import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiSettingError,
  type LiveClient,
  type Retry,
  readBaseUrl,
  readHeaderValue,
} from '../../../cassettes/client/openai_client.ts';
import type { Declaration } from '../../../cassettes/format/provenance.ts';
import { invalid } from '../../io/errors/failure.ts';
import { given } from '../../io/own_value.ts';
import type { Messages } from '../../io/screen.ts';

export type LiveModel = Readonly<{ client: LiveClient; provenance: Declaration }>;

type LiveArguments = Readonly<{
  mode: string;
  url: string | undefined;
  organization: string | undefined;
  timeoutS: number;
  retries: number;
  failFast: boolean;
  jobs: number;
}>;

type LiveSurroundings = Readonly<{
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  terminal: Pick<Messages, 'say'>;
}>;

const OPENAI = 'https://api.openai.com/v1';

const FAILURES_MAX = 3;

export async function liveModel(
  args: LiveArguments,
  { environment, signal, terminal }: LiveSurroundings,
): Promise<LiveModel | undefined> {
  const { mode, timeoutS, retries, failFast, jobs } = args;
  if (!(timeoutS > 0)) throw invalid(`--timeout-s must be more than 0, found ${timeoutS}`);
  if (!Number.isInteger(retries) || retries < 0)
    throw invalid(`--retries must be a whole number of at least 0, found ${retries}`);
  if (mode !== 'record' && mode !== 'rerecord') return undefined;
  const [url = OPENAI, origin] =
    args.url === undefined ? [environment['OPENAI_BASE_URL'], 'OPENAI_BASE_URL'] : [args.url, '--url'];
  const baseUrl = readBaseUrl(url, origin);
  const apiKey = readHeaderValue(environment['OPENAI_API_KEY'] ?? '', 'OPENAI_API_KEY');
  const organization = args.organization ?? environment['OPENAI_ORG_ID'];
  if (apiKey === '' && baseUrl === OPENAI)
    throw new ApiSettingError('Cannot record: set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs no key');
  // The SDK is large.
  const { openaiClient } = await import('../../../cassettes/client/openai_client.ts');
  const client = openaiClient({
    baseUrl,
    apiKey: apiKey === '' ? 'none' : apiKey,
    ...given({ organization: organization && readHeaderValue(organization, 'The organization') }),
    nowMs: () => performance.now(),
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    onRetry: (retry) => terminal.say(retryText(retry)),
    ...(failFast ? { failuresMax: FAILURES_MAX } : {}),
    signal,
    timeoutMs: timeoutS * 1_000,
    attemptsMax: retries + 1,
    concurrencyMax: jobs,
  });
  return { client, provenance: answeringAt(baseUrl, Date.now()) };
}

export function answeringAt(baseUrl: string, nowMs: number): Declaration {
  return {
    source: 'live',
    provider: new URL(baseUrl).host,
    channel: 'OpenAI-compatible API',
    answeredOn: new Date(nowMs).toISOString().slice(0, 10),
    sampling: 'as requested',
    tokenCounts: 'as reported',
    note: '',
  };
}

export function retryText({ key, model, attempt, attemptsMax, pauseMs, reason }: Retry): string {
  return `Request ${key.slice(0, 8)} of model "${model}": ${reason}; attempt ${attempt} of ${attemptsMax} in ${pauseMs / 1_000} s`;
}

export const LIVE_OPTIONS = {
  url: { type: 'string', describe: 'Base URL of the API when recording; default: OPENAI_BASE_URL' },
  organization: { type: 'string', describe: 'Organization for the API; default: OPENAI_ORG_ID' },
  'timeout-s': { type: 'number', default: 120, describe: 'Seconds before a live request times out' },
  retries: { type: 'number', default: 5, describe: 'Maximum number of retries of a live request' },
  'fail-fast': {
    type: 'boolean',
    default: false,
    describe: 'Stop recording when three consecutive calls fail after all retries',
  },
} as const;
