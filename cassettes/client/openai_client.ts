/** The SDK's retries, which misread truncated bodies, are off. */

import OpenAI from 'openai';
import { LlmCallError } from '../llm.ts';
import { requestKey } from '../wire/exchange.ts';
import { requestTexts, type WireRequest } from '../wire/wire.ts';
import { FILTERED_BODY, parseWireReply, type RecordedReply } from '../wire/wire_reply.ts';
import { ApiUnusableError, errorFor, meaningOf, TransientError } from './api_failure.ts';
import { type KeyMask, keyMask } from './key_mask.ts';

/** The message contains no secret. */
export class ApiSettingError extends Error {
  override readonly name = 'ApiSettingError';
}

export function readBaseUrl(value: string, name: string): string {
  const url = value.trim();
  const quoted = /[@?#]/.test(url) ? 'the value' : `"${url}"`;
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new ApiSettingError(`${name}: ${quoted} is not an http(s) URL`);
  }
  if (address.username !== '' || address.password !== '') {
    throw new ApiSettingError(`${name}: the URL contains a user name or a password; set OPENAI_API_KEY instead`);
  }
  if (/[?#]/.test(url)) {
    throw new ApiSettingError(`${name}: an API URL has no "?" or "#"; remove what follows it`);
  }
  return url;
}

export function readHeaderValue(value: string, name: string): string {
  const text = value.trim();
  if (/\s/.test(text)) throw new ApiSettingError(`${name} contains whitespace; check what you pasted`);
  if (/[^\x21-\x7e]/.test(text)) throw new ApiSettingError(`${name} contains a character that no HTTP header allows`);
  return text;
}

export type LiveClient = {
  /** Rejects with an `LlmCallError` or an `ApiUnusableError`. */
  ask(request: WireRequest): Promise<RecordedReply>;
};

export type Gate = Readonly<{
  pass: (request: WireRequest, signal: AbortSignal) => Promise<void>;
  onResponse: (response: Pick<Response, 'status' | 'headers'>) => void;
}>;

export type Retry = Readonly<{
  key: string;
  model: string;
  attempt: number;
  attemptsMax: number;
  pauseMs: number;
  reason: string;
}>;

const DEFAULTS = {
  timeoutMs: 120_000,
  attemptsMax: 6,
  pauseMs: 1_000,
  pauseMaxMs: 60_000,
  concurrencyMax: 8,
  /** Consecutive failed calls. */
  failuresMax: Number.POSITIVE_INFINITY,
  bytesMax: 64 * 2 ** 20,
};

export type OpenaiClientOptions = Readonly<Partial<typeof DEFAULTS>> &
  Readonly<{
    baseUrl: string;
    apiKey: string;
    organization?: string;
    /** Monotonic. */
    nowMs: () => number;
    sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    onRetry?: (retry: Retry) => void;
    gate?: Gate;
    signal?: AbortSignal;
    fetch?: typeof fetch;
  }>;

type Settings = OpenaiClientOptions & typeof DEFAULTS & Readonly<{ signal: AbortSignal; mask: KeyMask }>;

export function openaiClient(options: OpenaiClientOptions): LiveClient {
  const checked = { ...DEFAULTS, ...options, ...checkSettings(options) };
  const { attemptsMax, failuresMax, signal: outer } = checked;
  const runLimited = limitConcurrency(checked.concurrencyMax);
  const mask = keyMask(checked.apiKey);
  const stop = new AbortController();
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal]);
  const settings = { ...checked, signal, mask };
  const attempt = newAttempt(settings);
  let unusable: ApiUnusableError | null = null;
  let failures = 0;

  function failureOf(error: unknown, request: WireRequest): Error {
    if (unusable !== null) return unusable;
    const isInterrupted = outer?.aborted === true;
    const safe = error instanceof ApiUnusableError ? error.message : mask.ofMessage(reasonOf(error));
    const reason = isInterrupted ? 'interrupted' : safe;
    if (error instanceof LlmCallError && error.code !== 'api_error') return new LlmCallError(error.code, reason);
    const tries = ` after ${attemptsMax} ${attemptsMax === 1 ? 'attempt' : 'attempts'}`;
    const effort = error instanceof TransientError && !isInterrupted ? tries : '';
    const { origin, pathname } = new URL(checked.baseUrl);
    const message = `Cannot get an answer from model "${request.body.model}" at "${origin}${pathname}"${effort}: ${reason}`;
    if (!isInterrupted) failures += 1;
    if (error instanceof ApiUnusableError) unusable = new ApiUnusableError(message, error);
    else if (failures >= failuresMax) {
      unusable = new ApiUnusableError(`${message} (${failures} consecutive calls failed)`, { isSetupError: false });
    }
    if (unusable === null) return new LlmCallError('api_error', message);
    stop.abort();
    return unusable;
  }

  async function ask(request: WireRequest): Promise<RecordedReply> {
    if (unusable !== null) throw unusable;
    refuseKey(request, mask);
    const key = requestKey(request);
    const { model } = request.body;
    try {
      const reply = await withRetries(() => attempt(request), {
        ...settings,
        sleep: (ms) => checked.sleep(ms, signal),
        onRetry: ({ error, ...retry }) =>
          checked.onRetry?.({ key, model, attemptsMax, ...retry, reason: mask.ofMessage(error.message) }),
      });
      failures = 0;
      return maskedReply(reply, mask);
    } catch (error) {
      throw failureOf(error, request);
    }
  }

  return { ask: (request) => runLimited(() => ask(request)) };
}

/** The SDK's messages echo invalid settings. */
function checkSettings({ baseUrl, apiKey, organization }: OpenaiClientOptions) {
  return {
    baseUrl: readBaseUrl(baseUrl, 'baseUrl'),
    apiKey: readHeaderValue(apiKey, 'apiKey'),
    ...(organization === undefined ? {} : { organization: readHeaderValue(organization, 'organization') }),
  };
}

function newAttempt(settings: Settings): (request: WireRequest) => Promise<RecordedReply> {
  const { nowMs, gate, signal, mask } = settings;
  const sdk = newSdk(settings);
  const answeredBy = new Set<string>();

  async function bodyOf(request: WireRequest): Promise<unknown> {
    const endpoint = `${request.url} ${request.body.model}`;
    try {
      const text = await post(sdk, request, settings);
      answeredBy.add(endpoint);
      return parseJson(text);
    } catch (error) {
      if (error instanceof LlmCallError || error instanceof TransientError) throw error;
      const failure = apiFailure(error);
      const meaning = meaningOf(failure, { any: answeredBy.size > 0, sameModel: answeredBy.has(endpoint) });
      if (meaning === 'filtered') return FILTERED_BODY;
      throw errorFor(meaning, mask.ofMessage(failure.message), failure.retryAfterMs);
    }
  }

  return async (request) => {
    await gate?.pass(request, signal);
    const began = nowMs();
    const body = await bodyOf(request);
    const result = parseWireReply(request, body, Math.round(nowMs() - began));
    if (result.ok) return result.reply;
    throw new LlmCallError('api_error', `the response contains no answer: ${result.reason}: ${JSON.stringify(body)}`);
  };
}

function refuseKey(request: WireRequest, { ofReply }: KeyMask) {
  if (requestTexts(request).every((text) => ofReply(text) === text)) return;
  throw new LlmCallError('refused_secret', 'the request contains the API key, so it is not sent');
}

function newSdk({ baseUrl, apiKey, organization, timeoutMs, gate, fetch: send = fetch }: Settings): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey,
    adminAPIKey: null,
    organization: organization ?? null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
    defaultHeaders: { 'accept-encoding': 'identity' },
    async fetch(...request) {
      const response = await send(...request);
      gate?.onResponse(response);
      return response;
    },
  });
}

async function post(sdk: OpenAI, { url, body }: WireRequest, { timeoutMs, bytesMax, signal }: Settings) {
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), timeoutMs);
  const either = AbortSignal.any([timer.signal, signal]);
  try {
    const response = await sdk.post(url.replace(/^\/v1/, ''), { body, signal: either }).asResponse();
    return await readText(response, bytesMax);
  } catch (error) {
    if (signal.aborted) throw new LlmCallError('api_error', 'interrupted');
    if (timer.signal.aborted) throw new TransientError(`no answer within ${timeoutMs} ms`);
    throw error;
  } finally {
    clearTimeout(timeout);
  }
}

async function readText(response: Response, bytesMax: number) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new LlmCallError('api_error', `the response is longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TransientError(`the response is not JSON: ${JSON.stringify(text)}`);
  }
}

function apiFailure(error: unknown) {
  if (error instanceof OpenAI.APIError && error.status !== undefined) {
    const { message, status, code = null, headers } = error;
    return { message, status, code, retryAfterMs: retryAfterMs(headers) };
  }
  const message = `the connection failed: ${reasonOf(error)}`;
  return { message, status: null, code: systemCode(error), retryAfterMs: null };
}

/** A `retry-after` date counts from the response's `date`. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const after = headers?.get('retry-after') ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(after) ? Number(after) : Number.NaN;
  if (seconds >= 0) return seconds * 1000;
  const until = Date.parse(after) - Date.parse(headers?.get('date') ?? '');
  return until >= 0 ? until : null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : '';
  // A failed connection to several addresses has no message.
  return `${error.message || (systemCode(error) ?? error.name)}${inner}`;
}

function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return systemCode(error.cause) ?? ('code' in error && typeof error.code === 'string' ? error.code : null);
}

export function limitConcurrency(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  if (!Number.isInteger(max) || max < 1) throw new RangeError(`Cannot run ${max} tasks at a time: expected 1 or more`);
  const queue: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

export function maskedReply(reply: RecordedReply, { ofReply }: KeyMask): RecordedReply {
  const model = ofReply(reply.model);
  if ('vectors' in reply) return { ...reply, model };
  const { text, refusal, finishReason } = reply;
  const masked = refusal === undefined ? {} : { refusal: ofReply(refusal) };
  return { ...reply, text: ofReply(text), finishReason: ofReply(finishReason), model, ...masked };
}

type RetryOptions = Pick<typeof DEFAULTS, 'attemptsMax' | 'pauseMs' | 'pauseMaxMs'> &
  Readonly<{
    sleep: (ms: number) => Promise<void>;
    onRetry?: (retry: Pick<Retry, 'attempt' | 'pauseMs'> & { readonly error: TransientError }) => void;
  }>;

export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientError) || number >= options.attemptsMax) throw error;
      const pauseMs = Math.min(error.retryAfterMs ?? options.pauseMs * 2 ** (number - 1), options.pauseMaxMs);
      options.onRetry?.({ error, attempt: number + 1, pauseMs });
      await options.sleep(pauseMs);
    }
  }
}
