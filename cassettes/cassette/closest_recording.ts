/**
 * Closest means the most shared characters from the start and the end.
 *
 * Caches one task's requests, since the misses of a changed prompt arrive task by task.
 */
import { TapeError } from '../disk/tape_error.ts';
import { type Address, compareAddresses } from '../format/entry.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import type { TapeReader } from '../reading/tape.ts';
import { excerpt } from '../wire/excerpt.ts';
import type { SimulatorRequest } from '../wire/simulator_exchange.ts';
import { isSimulatorRequest } from '../wire/taped_request.ts';
import { CHAT_PARAMETERS, type ChatRequest, type WireRequest } from '../wire/wire.ts';

export type Closest = (address: Address, request: WireRequest) => Promise<string>;

export function closestRecording(
  tape: TapeReader,
  { requestsMax = 2_000 }: { readonly requestsMax?: number } = {},
): Closest {
  let read: { readonly task: string; readonly requests: Promise<readonly Stored[]> } | null = null;

  return async (address, request) => {
    const elsewhere = await sameRequestElsewhere(tape, address);
    if (elsewhere !== null) return elsewhere;
    const { task } = address;
    try {
      if (read?.task !== task) read = { task, requests: chatsOf(tape, task, requestsMax) };
      const closest = mostAlike(await read.requests, request);
      if (closest === null) return nothingRecorded(tape, task);
      return `closest recording "${closest.key.slice(0, 8)}…" differs in ${difference(closest.request, request)}`;
    } catch (error) {
      if (!(error instanceof TapeError)) throw error;
      return `the recorded requests cannot be searched for the closest (${error.message})`;
    }
  };
}

type Stored = { readonly key: string; readonly request: WireRequest };

async function chatsOf(tape: TapeReader, task: string, requestsMax: number): Promise<readonly Stored[]> {
  const chats: Stored[] = [];
  for await (const { key, request } of tape.requests(task)) {
    if (chats.length >= requestsMax) break;
    if (!isSimulatorRequest(request)) chats.push({ key, request });
  }
  return chats;
}

const LISTED_MAX = 5;
const LINE_LENGTH_MAX = 80;
const LEAD = 24;
const MESSAGE_SHOWN_MAX = 160;

export async function recordedInstead(tape: TapeReader, address: Address, request: SimulatorRequest): Promise<string> {
  const elsewhere = await sameRequestElsewhere(tape, address);
  if (elsewhere !== null) return elsewhere;
  const asked = JSON.stringify(request.body.message);
  try {
    const known = await messagesOf(tape, address.task);
    if (known.length === 0) return `${nothingRecorded(tape, address.task)}; asked ${excerpt(asked, MESSAGE_SHOWN_MAX)}`;
    const { planner, model, before } = request.body;
    const own = known.filter((body) => body.planner === planner && body.model === model);
    if (own.length === 0) return `it is recorded only as played by ${players(known)}`;
    // Prefers the longest common course.
    const [instead] = own
      .filter((body) => body.before === before)
      .map(({ message }) => JSON.stringify(message))
      .toSorted((a, b) => sharedStart(b, asked) - sharedStart(a, asked) || (a < b ? -1 : 1));
    if (instead === undefined) return `the recording ends before it; asked ${excerpt(asked, MESSAGE_SHOWN_MAX)}`;
    const from = Math.max(0, sharedStart(instead, asked) - LEAD);
    const part = (text: string) => `${from > 0 ? '…' : ''}${excerpt(text.slice(from), MESSAGE_SHOWN_MAX)}`;
    return `recorded there is ${part(instead)}, asked ${part(asked)}`;
  } catch (error) {
    if (!(error instanceof TapeError)) throw error;
    return `asked ${excerpt(asked, MESSAGE_SHOWN_MAX)}; the recorded messages cannot be searched (${error.message})`;
  }
}

async function messagesOf(tape: TapeReader, task: string): Promise<readonly SimulatorRequest['body'][]> {
  const messages: SimulatorRequest['body'][] = [];
  for await (const { request } of tape.requests(task)) if (isSimulatorRequest(request)) messages.push(request.body);
  return messages;
}

function players(known: readonly SimulatorRequest['body'][]): string {
  const names = known.map(({ planner, model }) => `"${planner}"${model === null ? '' : ` with "${model}"`}`);
  return listed([...new Set(names)].toSorted(), ', ');
}

function listed(all: readonly string[], separator: string): string {
  const more = all.length > LISTED_MAX ? ` and ${all.length - LISTED_MAX} more` : '';
  return `${all.slice(0, LISTED_MAX).join(separator)}${more}`;
}

async function sameRequestElsewhere(tape: TapeReader, { task, key }: Address): Promise<string | null> {
  const addresses: Address[] = [];
  for await (const address of tape.addressesOf(task)) if (address.key === key) addresses.push(address);
  const places = addresses
    .toSorted(compareAddresses)
    .map(({ trial, occurrence }) => `trial ${trial}, occurrence ${occurrence}`);
  return places.length === 0 ? null : `the same request is recorded only for ${listed(places, '; ')}`;
}

function nothingRecorded(tape: TapeReader, task: string): string {
  const { suite, model } = tape.name;
  if (tape.tasks().size > 0) return `the tape holds nothing of task "${task}"`;
  const names = tape.folders.flatMap((folder) => knownTapes(folder));
  const known = [...new Set(names.map((name) => `"${name.suite}" with "${name.model}"`))].toSorted();
  const folders = tape.folders.map((folder) => `"${folder}"`).join(' and ');
  const nothing = `${folders} ${tape.folders.length === 1 ? 'holds' : 'hold'} no tapes`;
  const there = known.length === 0 ? nothing : `there are ${known.join(', ')}`;
  return `there is no tape of suite "${suite}" with model "${model}"; ${there}`;
}

function mostAlike(stored: readonly Stored[], request: WireRequest): Stored | null {
  const asked = flatten(request);
  let best: Stored | null = null;
  let bestScore = -1;
  for (const each of stored) {
    const score = sharedLength(flatten(each.request), asked);
    // The smaller key breaks ties, independent of recording order.
    if (score > bestScore || (score === bestScore && best !== null && each.key < best.key)) {
      best = each;
      bestScore = score;
    }
  }
  return best;
}

function flatten(request: WireRequest): string {
  const texts =
    request.url === '/v1/embeddings'
      ? request.body.input
      : request.body.messages.map(({ role, content }) => `${role}\n${content}`);
  return [request.url, request.body.model, ...texts].join('\n');
}

function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  const start = sharedStart(a, b);
  let end = 0;
  while (end < most - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  return start + end;
}

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  return start;
}

function difference(recorded: WireRequest, asked: WireRequest): string {
  if (recorded.body.model !== asked.body.model) return values('the model', recorded.body.model, asked.body.model);
  if (recorded.url === '/v1/embeddings' || asked.url === '/v1/embeddings') {
    return recorded.url === asked.url ? 'its texts' : values('the endpoint', recorded.url, asked.url);
  }
  for (const parameter of CHAT_PARAMETERS) {
    const [before, after] = [recorded.body[parameter], asked.body[parameter]];
    if (JSON.stringify(before) !== JSON.stringify(after)) return values(`"${parameter}"`, before, after);
  }
  return messageDifference(recorded.body.messages, asked.body.messages);
}

function messageDifference(recorded: ChatRequest['body']['messages'], asked: ChatRequest['body']['messages']): string {
  for (let index = 0; index < Math.min(recorded.length, asked.length); index += 1) {
    const [before, after] = [recorded[index], asked[index]];
    if (before === undefined || after === undefined) throw new Error('Both lists have a message here');
    const name = `message ${index + 1}`;
    if (before.role !== after.role) return values(`the role of ${name}`, before.role, after.role);
    if (before.content !== after.content) return lineDifference(name, before.content, after.content);
  }
  return values('the number of messages', recorded.length, asked.length);
}

function lineDifference(message: string, recorded: string, asked: string): string {
  const shared = sharedStart(recorded, asked);
  const start = recorded.lastIndexOf('\n', shared - 1) + 1;
  const line = recorded.slice(0, start).split('\n').length;
  const isLineEnd = (text: string) => shared === text.length || text[shared] === '\n';
  if (isLineEnd(recorded) && isLineEnd(asked)) {
    const next = (text: string) => (shared === text.length ? undefined : lineFrom(text, shared + 1, shared + 1));
    return values(`line ${line + 1} of ${message}`, next(recorded), next(asked));
  }
  const from = Math.max(start, shared - LEAD);
  return values(`line ${line} of ${message}`, lineFrom(recorded, start, from), lineFrom(asked, start, from));
}

function lineFrom(text: string, start: number, from: number): string {
  const newline = text.indexOf('\n', from);
  const end = newline === -1 ? text.length : newline;
  const shown = text.slice(from, Math.min(end, from + LINE_LENGTH_MAX));
  return `${from > start ? '…' : ''}${shown}${from + LINE_LENGTH_MAX < end ? '…' : ''}`;
}

function values(what: string, recorded: unknown, asked: unknown): string {
  return `${what}: recorded ${JSON.stringify(recorded) ?? 'nothing'}, asked ${JSON.stringify(asked) ?? 'nothing'}`;
}
