/**
 * A model behind an OpenAI-compatible API: OpenAI itself, or a server such as vLLM.
 *
 * Sends the body of the request as it is hashed. The SDK's own retries are off: it would hide how often it asked, and take a body
 * that was cut off for a failure of ours. Nothing of the key reaches a message.
 *
 * @module
 */
import OpenAI from 'openai';
import { limitConcurrency } from './limit_concurrency.ts';
import { LlmCallError } from './llm.ts';
import type { WireRequest } from './wire.ts';
import { parseWireReply, type RecordedReply } from './wire_reply.ts';
import { TransientError, withRetries } from './with_retries.ts';

export type LiveClient = {
  /** Sends the request as it is. Rejects with an `LlmCallError` when the API refuses or gives up. */
  ask(request: WireRequest): Promise<RecordedReply>;
};

export type OpenaiClientOptions = {
  /** Such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly organization?: string;
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly timeoutMs?: number;
  readonly attemptsMax?: number;
  readonly pauseMs?: number;
  readonly pauseMaxMs?: number;
  readonly concurrencyMax?: number;
  /** Longest response that is read. */
  readonly bytesMax?: number;
  /** Gives up what is under way when it fires. */
  readonly signal?: AbortSignal;
  /** In place of the runtime's own. */
  readonly fetch?: typeof fetch;
};

export function openaiClient(options: OpenaiClientOptions): LiveClient {
  const { timeoutMs = 120_000, attemptsMax = 6, pauseMs = 1_000, pauseMaxMs = 60_000 } = options;
  const { concurrencyMax = 8, bytesMax = 64 * 2 ** 20, nowMs, sleep } = options;
  const sdk = newSdk(options, timeoutMs);
  const limited = limitConcurrency(concurrencyMax);

  async function attempt(request: WireRequest): Promise<RecordedReply> {
    const began = nowMs();
    const text = await post(sdk, request, { timeoutMs, bytesMax, signal: options.signal });
    const latencyMs = Math.round(nowMs() - began);
    const result = parseWireReply(request, parseJson(text), latencyMs);
    if (!result.ok) throw new TransientError(`the response holds no answer: ${result.reason}`);
    return result.reply;
  }

  async function ask(request: WireRequest): Promise<RecordedReply> {
    try {
      return await withRetries(() => attempt(request), { attemptsMax, pauseMs, pauseMaxMs, sleep });
    } catch (error) {
      throw callError(error, { request, baseUrl: options.baseUrl, apiKey: options.apiKey, attemptsMax });
    }
  }

  return { ask: (request) => limited(() => ask(request)) };
}

/** Every setting that the SDK would take from the environment is given, so that only ours counts. */
function newSdk({ baseUrl, apiKey, organization, fetch }: OpenaiClientOptions, timeoutMs: number): OpenAI {
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
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** The text of a successful response. The time limit holds for headers and body together. */
async function post(
  sdk: OpenAI,
  { url, body }: WireRequest,
  { timeoutMs, bytesMax, signal }: { timeoutMs: number; bytesMax: number; signal: AbortSignal | undefined },
): Promise<string> {
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), timeoutMs);
  const either = signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal]);
  try {
    const response = await sdk.post(url.replace(/^\/v1/, ''), { body, signal: either }).asResponse();
    return await readText(response, bytesMax);
  } catch (error) {
    if (signal?.aborted === true) throw new LlmCallError('api_error', 'interrupted');
    if (timer.signal.aborted) throw new TransientError(`no answer within ${timeoutMs} ms`, { cause: error });
    throw classify(error);
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
  } catch (cause) {
    throw new TransientError(`the response is not JSON: ${JSON.stringify(text.slice(0, 80))}`, { cause });
  }
}

/** What is worth another attempt, and what is not. */
function classify(error: unknown): unknown {
  if (error instanceof LlmCallError) return error;
  if (!(error instanceof OpenAI.APIError) || error.status === undefined) {
    return new TransientError(`the connection failed: ${reasonOf(error)}`, { cause: error });
  }
  if (error.code === 'context_length_exceeded') return new LlmCallError('context_length_exceeded', error.message);
  const isTransient = [408, 409, 429].includes(error.status) || error.status >= 500;
  if (!isTransient || error.code === 'insufficient_quota') return new LlmCallError('api_error', error.message);
  return new TransientError(error.message, { retryAfterMs: retryAfterMs(error.headers), cause: error });
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

/** Local servers take keys such as `x`, which are no secret. */
const SECRET_LENGTH_MIN = 8;

type CallContext = { request: WireRequest; baseUrl: string; apiKey: string; attemptsMax: number };

/** Without the SDK's error as its cause, which may show what was sent. */
function callError(error: unknown, { request, baseUrl, apiKey, attemptsMax }: CallContext): LlmCallError {
  const { origin, pathname } = new URL(baseUrl);
  const code = error instanceof LlmCallError ? error.code : 'api_error';
  const reason = reasonOf(error).replaceAll(apiKey.length >= SECRET_LENGTH_MIN ? apiKey : '\0', '[key]');
  if (code === 'context_length_exceeded') return new LlmCallError(code, reason);
  const tried = error instanceof TransientError ? ` after ${attemptsMax} attempts` : '';
  const message = `Cannot get an answer of model "${request.body.model}" from "${origin}${pathname}"${tried}: ${reason}`;
  return new LlmCallError(code, message);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : '';
  return error instanceof TransientError ? error.message : `${error.message}${inner}`;
}
