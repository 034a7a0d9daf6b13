/**
 * A model behind an OpenAI-compatible API: OpenAI itself, or a server such as vLLM.
 *
 * Sends the body of the request as it is hashed. The SDK's own retries are off: it would hide how often it asked, and take a body
 * that was cut off for a failure of ours. Only what happens on the way (connection, overload, time limit, a body that is no JSON)
 * is tried again. A wrong key or address makes the client unusable at the first call. Nothing of the key reaches a message or a
 * reply.
 */
import OpenAI from 'openai';
import { LlmCallError } from '../llm.ts';
import { requestKey } from '../wire/key.ts';
import { requestTexts, type WireRequest } from '../wire/wire.ts';
import { FILTERED_BODY, parseWireReply, type RecordedReply } from '../wire/wire_reply.ts';
import { ApiFailure, errorFor, meaningOf } from './api_failure.ts';
import { readBaseUrl, readHeaderValue } from './api_settings.ts';
import { ApiUnusableError } from './api_unusable_error.ts';
import { type KeyMask, keyMask } from './key_mask.ts';
import { TransientError, withRetries } from './with_retries.ts';

export type LiveClient = {
  /**
   * Sends the request as it is. Rejects with an `LlmCallError` when the API refuses or gives up, and with an `ApiUnusableError`,
   * then and ever after, when no other call would fare better.
   */
  ask(request: WireRequest): Promise<RecordedReply>;
};

/** Lets each attempt pass, retries too, and hears what came of it; such as limits that several clients share. */
export type Gate = {
  /** Resolves when the request may be sent, whose time limit begins then. What it rejects with ends the call. */
  readonly pass: (request: WireRequest, signal: AbortSignal) => Promise<void>;
  /** Told of each response, before its body is read. */
  readonly onResponse: (response: Pick<Response, 'status' | 'headers'>) => void;
};

/** A request that is about to be sent again. */
export type Retry = {
  readonly key: string;
  readonly model: string;
  /** The number of the attempt to come, from 2. */
  readonly attempt: number;
  readonly attemptsMax: number;
  readonly pauseMs: number;
  /** Why the one before failed. */
  readonly reason: string;
};

export type OpenaiClientOptions = {
  /** Such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly organization?: string;
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly timeoutMs?: number;
  readonly attemptsMax?: number;
  readonly pauseMs?: number;
  readonly pauseMaxMs?: number;
  readonly concurrencyMax?: number;
  /** So many calls in a row that failed for good make the client unusable; none do when absent. */
  readonly failuresMax?: number;
  readonly onRetry?: (retry: Retry) => void;
  /** None unless told otherwise. */
  readonly gate?: Gate;
  /** Longest response that is read. */
  readonly bytesMax?: number;
  /** Gives up what is under way when it fires. */
  readonly signal?: AbortSignal;
  /** In place of the runtime's own. */
  readonly fetch?: typeof fetch;
};

/** Throws an `ApiSettingError` at an address or a key that cannot be used. */
export function openaiClient(given: OpenaiClientOptions): LiveClient {
  const options = { ...given, ...checkedSettings(given) };
  const { attemptsMax = 6, pauseMs = 1_000, pauseMaxMs = 60_000, concurrencyMax = 8 } = options;
  const { failuresMax = Number.POSITIVE_INFINITY, signal: outer } = options;
  const limited = limitConcurrency(concurrencyMax);
  const mask = keyMask(options.apiKey);
  const stop = new AbortController();
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal]);
  const attempt = attempts(options, { signal, mask });
  let unusable: ApiUnusableError | null = null;
  let failuresInARow = 0;

  /** What stops the run was masked where its remedy was added. */
  const shown = (error: unknown) =>
    error instanceof ApiUnusableError ? error.message : mask.ofMessage(reasonOf(error));

  /** What the call rejects with. */
  function failureOf(error: unknown, request: WireRequest): Error {
    if (unusable !== null) return unusable;
    const isInterrupted = outer?.aborted === true;
    const reason = isInterrupted ? 'interrupted' : shown(error);
    if (error instanceof LlmCallError && error.code !== 'api_error') return new LlmCallError(error.code, reason);
    const tried =
      error instanceof TransientError && !isInterrupted
        ? ` after ${attemptsMax} ${attemptsMax === 1 ? 'attempt' : 'attempts'}`
        : '';
    const place = `of model "${request.body.model}" from "${placeOf(options.baseUrl)}"`;
    const message = `Cannot get an answer ${place}${tried}: ${reason}`;
    if (!isInterrupted) failuresInARow += 1;
    if (error instanceof ApiUnusableError) unusable = new ApiUnusableError(message, error);
    else if (failuresInARow >= failuresMax) unusable = tooManyFailures(failuresInARow, message);
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
        attemptsMax,
        pauseMs,
        pauseMaxMs,
        sleep: (ms) => options.sleep(ms, signal),
        onRetry: ({ error, ...retry }) =>
          options.onRetry?.({ key, model, attemptsMax, ...retry, reason: mask.ofMessage(error.message) }),
      });
      failuresInARow = 0;
      return maskedReply(reply, mask);
    } catch (error) {
      throw failureOf(error, request);
    }
  }

  return { ask: (request) => limited(() => ask(request)) };
}

/** Checked here as well as where they are read: the SDK's messages repeat what it cannot use. */
function checkedSettings({ baseUrl, apiKey, organization }: OpenaiClientOptions) {
  return {
    baseUrl: readBaseUrl(baseUrl, 'baseUrl'),
    apiKey: readHeaderValue(apiKey, 'apiKey'),
    ...(organization === undefined ? {} : { organization: readHeaderValue(organization, 'organization') }),
  };
}

function tooManyFailures(count: number, message: string): ApiUnusableError {
  return new ApiUnusableError(`${message} (${count} calls in a row failed)`, { isSetUp: false });
}

/** One try of a request. Rejects with a `TransientError` where another may do better. */
function attempts(
  options: OpenaiClientOptions,
  { signal, mask }: { signal: AbortSignal; mask: KeyMask },
): (request: WireRequest) => Promise<RecordedReply> {
  const { timeoutMs = 120_000, bytesMax = 64 * 2 ** 20, nowMs } = options;
  const sdk = newSdk(options, timeoutMs);
  const answered = new Set<string>();

  async function bodyOf(request: WireRequest): Promise<unknown> {
    const id = `${request.url} ${request.body.model}`;
    try {
      const text = await post(sdk, request, { timeoutMs, bytesMax, signal });
      answered.add(id);
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const meaning = meaningOf(error, { any: answered.size > 0, sameModel: answered.has(id) });
      if (meaning === 'filtered') return FILTERED_BODY;
      throw errorFor(meaning, mask.ofMessage(error.message), error.retryAfterMs);
    }
  }

  return async (request) => {
    await options.gate?.pass(request, signal);
    const began = nowMs();
    const body = await bodyOf(request);
    const result = parseWireReply(request, body, Math.round(nowMs() - began));
    if (result.ok) return result.reply;
    throw new LlmCallError('api_error', `the response holds no answer: ${result.reason}: ${JSON.stringify(body)}`);
  };
}

/** A prompt may hold the key in a form that `secrets.ts` does not know. */
function refuseKey(request: WireRequest, { ofReply }: KeyMask): void {
  if (requestTexts(request).every((text) => ofReply(text) === text)) return;
  throw new LlmCallError('refused_secret', 'the request holds the key of the API; it is not sent');
}

/** Every setting that the SDK would take from the environment is given, so that only ours counts. */
function newSdk({ baseUrl, apiKey, organization, fetch, gate }: OpenaiClientOptions, timeoutMs: number): OpenAI {
  const watched = gate === undefined ? fetch : watchedFetch(gate, fetch);
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
    ...(watched === undefined ? {} : { fetch: watched }),
  });
}

function watchedFetch({ onResponse }: Gate, given: typeof fetch = fetch): typeof fetch {
  return async (...request) => {
    const response = await given(...request);
    onResponse(response);
    return response;
  };
}

/** The text of a successful response. The time limit holds for headers and body together. */
async function post(
  sdk: OpenAI,
  { url, body }: WireRequest,
  { timeoutMs, bytesMax, signal }: { timeoutMs: number; bytesMax: number; signal: AbortSignal },
): Promise<string> {
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), timeoutMs);
  const either = AbortSignal.any([timer.signal, signal]);
  try {
    const response = await sdk.post(url.replace(/^\/v1/, ''), { body, signal: either }).asResponse();
    return await readText(response, bytesMax);
  } catch (error) {
    if (signal.aborted) throw new LlmCallError('api_error', 'interrupted');
    if (timer.signal.aborted) throw new TransientError(`no answer within ${timeoutMs} ms`);
    throw neutral(error);
  } finally {
    clearTimeout(timeout);
  }
}

async function readText(response: Response, bytesMax: number): Promise<string> {
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

/** The SDK's error as one of ours. */
function neutral(error: unknown): Error {
  if (error instanceof LlmCallError) return error;
  if (error instanceof OpenAI.APIError && error.status !== undefined) {
    const { message, status, code = null, headers } = error;
    return new ApiFailure(message, { status, code, retryAfterMs: retryAfterMs(headers) });
  }
  const reason = `the connection failed: ${reasonOf(error)}`;
  return new ApiFailure(reason, { status: null, code: systemCode(error), retryAfterMs: null });
}

/** The pause in `retry-after-ms` or `retry-after`; a date in it is measured against the response's own. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const after = headers?.get('retry-after') ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(after) ? Number(after) : Number.NaN;
  if (seconds >= 0) return seconds * 1000;
  const until = Date.parse(after) - Date.parse(headers?.get('date') ?? '');
  return until >= 0 ? until : null;
}

function placeOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : '';
  // A connection that failed at several addresses has no message of its own.
  return `${error.message || (systemCode(error) ?? error.name)}${inner}`;
}

/** The code of the operating system or of TLS, from the innermost cause that has one. */
function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return systemCode(error.cause) ?? own;
}

/** `max` is at least 1. */
export function limitConcurrency(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  if (!Number.isInteger(max) || max < 1) throw new RangeError(`Cannot run ${max} tasks at a time: expected 1 or more`);
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // A place that is handed on stays taken, so nobody slips in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** A reply without the key of the API: a server that repeats what it was sent would put it onto a tape. */
export function maskedReply(reply: RecordedReply, { ofReply }: KeyMask): RecordedReply {
  const model = ofReply(reply.model);
  if ('vectors' in reply) return { ...reply, model };
  const { text, refusal, finishReason } = reply;
  const masked = { ...reply, text: ofReply(text), finishReason: ofReply(finishReason), model };
  return refusal === undefined ? masked : { ...masked, refusal: ofReply(refusal) };
}
