import type { IncomingMessage, ServerResponse } from 'node:http';
import { TapeMissError } from '../cassette/replay.ts';
import type { Usage } from '../llm.ts';
import type { WireRequest } from '../wire/wire.ts';
import type { RecordedChatReply, RecordedEmbeddingsReply } from '../wire/wire_reply.ts';
import { bodyText, EndpointError, endpointError, errorBody, type Handle, type ServerBounds } from './bounded_server.ts';
import { readRequest } from './read_request.ts';
import { readServedEpisode, type ServedEpisode, type ServedTapes, servedEpisode } from './served_tapes.ts';

export type EndpointOptions = Readonly<{
  tapes: ServedTapes;
  bounds: ServerBounds;
  model: string | undefined;
  /** Against DNS rebinding. */
  hosts?: readonly string[];
  onAnswer?: () => void;
  onMiss?: (miss: TapeMissError, episode: ServedEpisode) => void;
  onFailure?: (message: string) => void;
}>;

type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse; path: string }>;

const ENDPOINTS = 'POST /v1/chat/completions, POST /v1/embeddings, GET /v1/models, POST /tapedeck/episodes/NAME';
const EPISODES = '/tapedeck/episodes/';

/** Never rejects. */
export function openaiEndpoint(options: EndpointOptions): Handle {
  return async (request, response) => {
    response.on('error', () => {});
    try {
      const path = (request.url ?? '').split('?')[0] ?? '';
      await route({ request, response, path }, options);
    } catch (error) {
      const failure = endpointError(error);
      if (failure.status >= 500) options.onFailure?.(failure.message);
      sendError(response, failure);
    }
  };
}

async function route(exchange: Exchange, options: EndpointOptions) {
  const { request, path } = exchange;
  refuseWebPages(request, options);
  const target = `${request.method} ${path}`;
  if (target === 'POST /v1/chat/completions' || target === 'POST /v1/embeddings') {
    return answer(exchange, path as WireRequest['url'], options);
  }
  if (target === 'GET /v1/models') {
    return sendJson(exchange.response, { object: 'list', data: options.tapes.models().map(modelObject) });
  }
  if (request.method === 'POST' && path.startsWith(EPISODES)) return restartEpisode(exchange, options);
  if (request.method === 'GET' && path.startsWith('/v1/models/')) return sendModel(exchange, options);
  throw new EndpointError(404, 'unknown_url', `There is no endpoint ${target.slice(0, 200)}; known: ${ENDPOINTS}`);
}

/** A web page must neither spend money nor read tapes. */
function refuseWebPages({ headers }: IncomingMessage, { hosts }: EndpointOptions) {
  if (headers.origin !== undefined) {
    throw new EndpointError(403, 'web_page', 'This server does not answer web pages; send requests from a program');
  }
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (hosts !== undefined && !hosts.includes(name)) {
    const problem = `This server does not answer to ${JSON.stringify(name)}; known: ${hosts.join(', ')}`;
    throw new EndpointError(403, 'unknown_host', problem);
  }
}

async function answer({ request, response }: Exchange, url: WireRequest['url'], options: EndpointOptions) {
  const text = await bodyText(request, options.bounds);
  const episode = servedEpisode(request.headers);
  const model = url === '/v1/embeddings' ? undefined : options.model;
  const { request: wireRequest, ...delivery } = readRequest(url, text, model);
  const calls = await options.tapes.episode(episode, tapeModel(wireRequest, episode, options));
  const { entry, key, occurrence, takeBack } = calls(wireRequest, purposeOf(request, url));
  // A client repeats an undelivered call.
  response.on('close', () => {
    if (!response.writableFinished) takeBack();
  });
  try {
    const { reply } = await entry;
    options.onAnswer?.();
    const id = `${key.slice(0, 24)}-${occurrence}`;
    if ('vectors' in reply) sendJson(response, embeddingsBody(reply, delivery.encoding));
    else if (delivery.stream) sendEvents(response, completionEvents(`chatcmpl-${id}`, reply, delivery));
    else sendJson(response, completionBody(`chatcmpl-${id}`, reply));
  } catch (error) {
    takeBack();
    if (error instanceof TapeMissError) options.onMiss?.(error, episode);
    throw error;
  }
}

/** Embeddings are on the tape of the suite's chat model. */
function tapeModel({ url, body }: WireRequest, { suite }: ServedEpisode, { tapes, model }: EndpointOptions) {
  if (model !== undefined) return model;
  if (url === '/v1/chat/completions') return body.model;
  const [only, ...others] = tapes.models(suite);
  if (only !== undefined && others.length === 0) return only;
  const found = only === undefined ? 'no tape' : `tapes of ${[only, ...others].join(', ')}`;
  const problem = `Suite ${JSON.stringify(suite)} has ${found}; name the chat model with --model`;
  throw new EndpointError(400, 'no_model', problem);
}

function purposeOf({ headers }: IncomingMessage, url: WireRequest['url']) {
  const purpose = headers['x-tapedeck-purpose'];
  return typeof purpose === 'string' && purpose !== '' ? purpose.slice(0, 100) : (url.split('/')[2] ?? 'chat');
}

function restartEpisode({ response, path }: Exchange, { tapes }: EndpointOptions) {
  const { name } = readServedEpisode(decode(path.slice(EPISODES.length)));
  sendJson(response, { episode: name, hadAsked: tapes.restart(name) });
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new EndpointError(400, 'unknown_url', 'The URL is not well-formed');
  }
}

function sendModel({ response, path }: Exchange, { tapes }: EndpointOptions) {
  const name = decode(path.slice('/v1/models/'.length));
  const known = tapes.models();
  const problem = `There is no tape of model ${JSON.stringify(name)}; known: ${known.join(', ')}`;
  if (!known.includes(name)) throw new EndpointError(404, 'unknown_model', problem);
  sendJson(response, modelObject(name));
}

function modelObject(id: string) {
  return { id, object: 'model', created: 0, owned_by: 'tapedeck' };
}

function sendJson(response: ServerResponse, body: object) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: Iterable<string>) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const data of events) response.write(`data: ${data}\n\n`);
  response.end();
}

/** A retry would find the same miss. */
function sendError(response: ServerResponse, failure: EndpointError) {
  if (response.headersSent) return void response.destroy();
  response.writeHead(failure.status, { 'content-type': 'application/json', 'x-should-retry': 'false' });
  response.end(errorBody(failure));
}

/** `created` is 0, so the bytes are always equal. */
function completionBody(id: string, reply: RecordedChatReply): object {
  const { text, refusal, model, usage } = reply;
  const content = text === '' && refusal !== undefined ? null : text;
  const message = { role: 'assistant', content, refusal: refusal ?? null };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishReasonOf(reply) };
  return { id, object: 'chat.completion', created: 0, model, choices: [choice], ...usageOf(usage) };
}

function* completionEvents(
  id: string,
  reply: RecordedChatReply,
  { includesUsage }: { includesUsage: boolean },
): Generator<string> {
  const common = { id, object: 'chat.completion.chunk', created: 0, model: reply.model };
  const chunk = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({ ...common, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  yield chunk({ role: 'assistant', content: '' });
  for (const [content] of reply.text.matchAll(PIECES)) yield chunk({ content });
  if (reply.refusal !== undefined) yield chunk({ refusal: reply.refusal });
  yield chunk({}, finishReasonOf(reply));
  if (includesUsage) yield JSON.stringify({ ...common, choices: [], ...usageOf(reply.usage) });
  yield '[DONE]';
}

const PIECES = /.{1,200}/gsu;

function embeddingsBody(reply: RecordedEmbeddingsReply, encoding: 'float' | 'base64'): object {
  const { vectors, model, usage } = reply;
  const written = (vector: readonly number[]) => (encoding === 'float' ? vector : base64Of(vector));
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: written(vector) })),
    model,
    usage: { prompt_tokens: usage?.promptTokens ?? 0, total_tokens: usage?.promptTokens ?? 0 },
  };
}

function base64Of(vector: readonly number[]) {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [index, number] of vector.entries()) bytes.writeFloatLE(number, 4 * index);
  return bytes.toString('base64');
}

function finishReasonOf({ finishReason }: RecordedChatReply) {
  return finishReason === 'unknown' ? 'stop' : finishReason;
}

function usageOf(usage: Usage | null) {
  if (usage === null) return {};
  const { promptTokens: prompt_tokens, completionTokens: completion_tokens } = usage;
  return { usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens } };
}
