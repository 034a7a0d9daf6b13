import { TapeError } from '../disk/read_lines.ts';
import { type Address, compareAddresses } from '../format/entry.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import type { TapeReader } from '../reading/tape.ts';
import { excerpt } from '../wire/excerpt.ts';
import { isSimulatorRequest } from '../wire/exchange.ts';
import type { SimulatorRequest } from '../wire/simulator_exchange.ts';
import { CHAT_PARAMETERS, type ChatRequest, type WireRequest } from '../wire/wire.ts';

export function missExplainer(tape: TapeReader, { requestsMax = 2_000 } = {}) {
  // Misses arrive task by task.
  let cache: Readonly<{ task: string; requests: ReturnType<typeof modelRequestsOf> }> | null = null;

  return async (address: Address, request: WireRequest): Promise<string> => {
    const elsewhere = await sameRequestElsewhere(tape, address);
    if (elsewhere !== null) return elsewhere;
    const { task } = address;
    try {
      if (cache?.task !== task) cache = { task, requests: modelRequestsOf(tape, task, requestsMax) };
      const closest = mostSimilar(await cache.requests, request);
      if (closest === null) return describeMissingRecordings(tape, task);
      return `closest recording "${closest.key.slice(0, 8)}…" differs in ${difference(closest.request, request)}`;
    } catch (error) {
      if (!(error instanceof TapeError)) throw error;
      return `the recorded requests cannot be searched (${error.message})`;
    }
  };
}

type ModelRequest = Readonly<{ key: string; request: WireRequest }>;

async function modelRequestsOf(tape: TapeReader, task: string, requestsMax: number): Promise<readonly ModelRequest[]> {
  const requests: ModelRequest[] = [];
  for await (const { key, request } of tape.requests(task)) {
    if (requests.length >= requestsMax) break;
    if (!isSimulatorRequest(request)) requests.push({ key, request });
  }
  return requests;
}

const LISTED_MAX = 5;
const LINE_SHOWN_MAX = 80;
const LEAD = 24;
const MESSAGE_SHOWN_MAX = 160;

export async function explainMissedMessage(tape: TapeReader, address: Address, request: SimulatorRequest) {
  const elsewhere = await sameRequestElsewhere(tape, address);
  if (elsewhere !== null) return elsewhere;
  const sent = JSON.stringify(request.body.message);
  const requested = `requested ${excerpt(sent, MESSAGE_SHOWN_MAX)}`;
  try {
    const known: SimulatorRequest['body'][] = [];
    for await (const stored of tape.requests(address.task)) {
      if (isSimulatorRequest(stored.request)) known.push(stored.request.body);
    }
    if (known.length === 0) return `${describeMissingRecordings(tape, address.task)}; ${requested}`;
    const { planner, model, before } = request.body;
    const ofPlayer = known.filter((body) => body.planner === planner && body.model === model);
    if (ofPlayer.length === 0) {
      const players = known.map((body) => `"${body.planner}"${body.model === null ? '' : ` with "${body.model}"`}`);
      return `messages of this task are recorded only for ${list([...new Set(players)].toSorted(), ', ')}`;
    }
    const [closest] = ofPlayer
      .filter((body) => body.before === before)
      .map(({ message }) => JSON.stringify(message))
      .toSorted((a, b) => sharedStart(b, sent) - sharedStart(a, sent) || (a < b ? -1 : 1));
    if (closest === undefined) return `the recorded conversation ends before this message; ${requested}`;
    const from = sharedStart(closest, sent) - LEAD;
    const part = (text: string) => excerptFrom(text, from, MESSAGE_SHOWN_MAX);
    return `recorded ${part(closest)}, requested ${part(sent)}`;
  } catch (error) {
    if (!(error instanceof TapeError)) throw error;
    return `${requested}; the recorded messages cannot be searched (${error.message})`;
  }
}

function list(all: readonly string[], separator: string) {
  const more = all.length > LISTED_MAX ? ` and ${all.length - LISTED_MAX} more` : '';
  return `${all.slice(0, LISTED_MAX).join(separator)}${more}`;
}

async function sameRequestElsewhere(tape: TapeReader, { task, key }: Address): Promise<string | null> {
  const addresses: Address[] = [];
  for await (const address of tape.addressesOf(task)) if (address.key === key) addresses.push(address);
  if (addresses.length === 0) return null;
  addresses.sort(compareAddresses);
  const places = addresses.map(({ trial, occurrence }) => `trial ${trial}, occurrence ${occurrence}`);
  return `the same request is recorded only for ${list(places, '; ')}`;
}

function describeMissingRecordings(tape: TapeReader, task: string) {
  if (tape.tasks().size > 0) return `the tape has no recordings of task "${task}"`;
  const { suite, model } = tape.name;
  const names = tape.folders.flatMap(knownTapes).map((name) => `"${name.suite}" with "${name.model}"`);
  const folders = tape.folders.map((folder) => `"${folder}"`).join(' and ');
  const known = `known: ${[...new Set(names)].toSorted().join(', ')}`;
  return `there is no tape of suite "${suite}" with model "${model}"; ${names.length === 0 ? `there are no tapes in ${folders}` : known}`;
}

function mostSimilar(requests: readonly ModelRequest[], request: WireRequest): ModelRequest | null {
  const sent = flatten(request);
  let best: ModelRequest | null = null;
  let bestScore = -1;
  for (const each of requests) {
    const score = sharedLength(flatten(each.request), sent);
    if (score > bestScore || (score === bestScore && best !== null && each.key < best.key)) {
      best = each;
      bestScore = score;
    }
  }
  return best;
}

function flatten({ url, body }: WireRequest) {
  const texts = 'input' in body ? body.input : body.messages.map(({ role, content }) => `${role}\n${content}`);
  return [url, body.model, ...texts].join('\n');
}

function sharedLength(a: string, b: string) {
  const most = Math.min(a.length, b.length);
  const start = sharedStart(a, b);
  let end = 0;
  while (end < most - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  return start + end;
}

function sharedStart(a: string, b: string) {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  return start;
}

function difference(recorded: WireRequest, sent: WireRequest) {
  if (recorded.body.model !== sent.body.model) return describeValues('the model', recorded.body.model, sent.body.model);
  if (recorded.url === '/v1/embeddings' || sent.url === '/v1/embeddings') {
    return recorded.url === sent.url ? 'its texts' : describeValues('the endpoint', recorded.url, sent.url);
  }
  for (const parameter of CHAT_PARAMETERS) {
    const [before, after] = [recorded.body[parameter], sent.body[parameter]];
    if (JSON.stringify(before) !== JSON.stringify(after)) return describeValues(`"${parameter}"`, before, after);
  }
  return messageDifference(recorded.body.messages, sent.body.messages);
}

type Messages = ChatRequest['body']['messages'];

function messageDifference(recorded: Messages, sent: Messages) {
  for (const [index, before] of recorded.slice(0, sent.length).entries()) {
    const after = sent[index]!;
    const name = `message ${index + 1}`;
    if (before.role !== after.role) return describeValues(`the role of ${name}`, before.role, after.role);
    if (before.content !== after.content) return lineDifference(name, before.content, after.content);
  }
  return describeValues('the number of messages', recorded.length, sent.length);
}

function lineDifference(message: string, recorded: string, sent: string) {
  const [before, after] = [recorded.split('\n'), sent.split('\n')];
  let at = 0;
  while (before[at] === after[at]) at += 1;
  const from = sharedStart(before[at] ?? '', after[at] ?? '') - LEAD;
  const part = (line?: string) => line && excerptFrom(line, from, LINE_SHOWN_MAX);
  return describeValues(`line ${at + 1} of ${message}`, part(before[at]), part(after[at]));
}

function excerptFrom(text: string, from: number, charactersMax: number) {
  return from > 0 ? `…${excerpt(text.slice(from), charactersMax)}` : excerpt(text, charactersMax);
}

function describeValues(name: string, recorded: unknown, sent: unknown) {
  return `${name}: recorded ${JSON.stringify(recorded) ?? 'nothing'}, requested ${JSON.stringify(sent) ?? 'nothing'}`;
}
