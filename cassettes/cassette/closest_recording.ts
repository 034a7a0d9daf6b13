/**
 * Closest means the most shared characters from the start and the end.
 *
 * Caches one task's requests, since the misses of a changed prompt arrive task by task.
 */
import { TapeError } from '../disk/tape_error.ts';
import { type Address, compareAddresses } from '../format/address.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import type { TapeReader } from '../reading/tape.ts';
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
      if (read?.task !== task) read = { task, requests: firstOf(chatsOf(tape, task), requestsMax) };
      const closest = mostAlike(await read.requests, request);
      if (closest === null) return nothingRecorded(tape, task);
      return `closest recording "${short(closest.key)}" differs in ${difference(closest.request, request)}`;
    } catch (error) {
      if (!(error instanceof TapeError)) throw error;
      return `the recorded requests cannot be searched for the closest (${error.message})`;
    }
  };
}

type Stored = { readonly key: string; readonly request: WireRequest };

async function* chatsOf(tape: TapeReader, task: string): AsyncGenerator<Stored> {
  for await (const { key, request } of tape.requests(task)) if (!isSimulatorRequest(request)) yield { key, request };
}

const PLACES_MAX = 5;
const LINE_LENGTH_MAX = 80;
const LINE_LEAD = 24;

export async function sameRequestElsewhere(tape: TapeReader, { task, key }: Address): Promise<string | null> {
  const addresses: Address[] = [];
  for await (const address of tape.addressesOf(task)) if (address.key === key) addresses.push(address);
  const places = addresses
    .toSorted(compareAddresses)
    .map(({ trial, occurrence }) => `trial ${trial}, occurrence ${occurrence}`);
  if (places.length === 0) return null;
  const more = places.length > PLACES_MAX ? ` and ${places.length - PLACES_MAX} more` : '';
  return `the same request is recorded only for ${places.slice(0, PLACES_MAX).join('; ')}${more}`;
}

export function nothingRecorded(tape: TapeReader, task: string): string {
  const { suite, model } = tape.name;
  if (tape.tasks().size > 0) return `the tape holds nothing of task "${task}"`;
  const names = tape.folders.flatMap((folder) => knownTapes(folder));
  const known = [...new Set(names.map((name) => `"${name.suite}" with "${name.model}"`))].toSorted();
  const folders = tape.folders.map((folder) => `"${folder}"`).join(' and ');
  const nothing = `${folders} ${tape.folders.length === 1 ? 'holds' : 'hold'} no tapes`;
  const there = known.length === 0 ? nothing : `there are ${known.join(', ')}`;
  return `there is no tape of suite "${suite}" with model "${model}"; ${there}`;
}

async function firstOf<T>(all: AsyncIterable<T>, max: number): Promise<readonly T[]> {
  const first: T[] = [];
  for await (const each of all) {
    if (first.length >= max) break;
    first.push(each);
  }
  return first;
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

export function sharedStart(a: string, b: string): number {
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
  const from = Math.max(start, shared - LINE_LEAD);
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

function short(key: string): string {
  return `${key.slice(0, 8)}…`;
}
