import type { IncomingMessage, ServerResponse } from 'node:http';
import { TapeMissError } from '../cassette/miss.ts';
import type { WireRequest } from '../wire/wire.ts';
import { bodyText, type ServerBounds } from './bounded_server.ts';
import { EndpointError, endpointError, errorBody } from './endpoint_error.ts';
import { readRequest } from './read_request.ts';
import { completionBody, completionEvents, embeddingsBody } from './response_body.ts';
import { readServedEpisode, type ServedEpisode, type ServedTapes, servedEpisode } from './served_tapes.ts';

export type EndpointOptions = Readonly<{
  tapes: ServedTapes;
  bounds: ServerBounds;
  model: string | undefined;
  /** Allowed `Host` names, against DNS rebinding. */
  hosts?: readonly string[];
  onAnswer?: () => void;
  onMiss?: (miss: TapeMissError, episode: ServedEpisode) => void;
  onFailure?: (message: string) => void;
}>;

type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse; path: string }>;

const ENDPOINTS = 'POST /v1/chat/completions, POST /v1/embeddings, GET /v1/models, POST /tapedeck/episodes/NAME';
const EPISODES = '/tapedeck/episodes/';

/** Never rejects. */
export function openaiEndpoint(
  options: EndpointOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
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
  refusePages(request, options);
  const target = `${request.method} ${path}`;
  if (target === 'POST /v1/chat/completions' || target === 'POST /v1/embeddings') {
    return answer(exchange, path as WireRequest['url'], options);
  }
  if (target === 'GET /v1/models') {
    return sendJson(exchange.response, { object: 'list', data: options.tapes.models().map(modelObject) });
  }
  if (request.method === 'POST' && path.startsWith(EPISODES)) return startAnew(exchange, options);
  if (request.method === 'GET' && path.startsWith('/v1/models/')) return model(exchange, options);
  throw new EndpointError(404, 'unknown_url', `There is no ${target.slice(0, 200)}; there are ${ENDPOINTS}`);
}

/** A web page must neither spend money nor read tapes. */
function refusePages({ headers }: IncomingMessage, { hosts }: EndpointOptions) {
  if (headers.origin !== undefined) {
    throw new EndpointError(403, 'web_page', 'This server answers no web page; ask from a program');
  }
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (hosts !== undefined && !hosts.includes(name)) {
    const problem = `This server is called ${hosts.join(' or ')}, not ${JSON.stringify(name)}`;
    throw new EndpointError(403, 'unknown_host', problem);
  }
}

async function answer({ request, response }: Exchange, url: WireRequest['url'], options: EndpointOptions) {
  const text = await bodyText(request, options.bounds);
  const episode = servedEpisode(request.headers);
  const { request: wireRequest, ...delivery } = readRequest(
    url,
    text,
    url === '/v1/embeddings' ? undefined : options.model,
  );
  const calls = await options.tapes.episode(episode, tapeModel(wireRequest, episode, options));
  const { entry, key, occurrence, takeBack } = calls(wireRequest, purposeOf(request, url));
  // A client repeats a call whose answer did not arrive.
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
  const there = only === undefined ? 'has no tape' : `has tapes of ${[only, ...others].join(', ')}`;
  const problem = `Suite ${JSON.stringify(suite)} ${there}: name the chat model with --model`;
  throw new EndpointError(400, 'no_model', problem);
}

function purposeOf({ headers }: IncomingMessage, url: WireRequest['url']) {
  const purpose = headers['x-tapedeck-purpose'];
  return typeof purpose === 'string' && purpose !== '' ? purpose.slice(0, 100) : (url.split('/')[2] ?? 'chat');
}

function startAnew({ response, path }: Exchange, { tapes }: EndpointOptions) {
  const { name } = readServedEpisode(decode(path.slice(EPISODES.length)));
  sendJson(response, { episode: name, hadAsked: tapes.startAnew(name) });
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new EndpointError(400, 'unknown_url', 'The URL is not well-formed');
  }
}

function model({ response, path }: Exchange, { tapes }: EndpointOptions) {
  const name = decode(path.slice('/v1/models/'.length));
  const known = tapes.models();
  const problem = `No tape is of model ${JSON.stringify(name)}; known: ${known.join(', ')}`;
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

/** `x-should-retry: false`, since a retry would find the same miss. */
function sendError(response: ServerResponse, failure: EndpointError) {
  if (response.headersSent) return void response.destroy();
  response.writeHead(failure.status, { 'content-type': 'application/json', 'x-should-retry': 'false' });
  response.end(errorBody(failure));
}
