/**
 * Ingests answers whose `custom_id` matches an exported request that still hashes to its key.
 *
 * Reads files twice: of two different answers to one request, neither is taken.
 */
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { disk } from '../disk/disk.ts';
import { readLines } from '../disk/read_lines.ts';
import { customId } from '../format/address.ts';
import { type Entry, modelEntry } from '../format/entry.ts';
import type { Journal, Recording } from '../format/journal.ts';
import { type Pending, readPending, writePending } from '../format/pending.ts';
import { type Answering, asBatch } from '../format/provenance.ts';
import { filesIn, type LayeredName, tapeFiles } from '../format/tape_files.ts';
import { knownLayeredTapes } from '../reading/known_tapes.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import type { TapeReader } from '../reading/tape.ts';
import { tapeFolders } from '../reading/tape_folders.ts';
import { modelFacts } from '../tokens/models.ts';
import { promptTokens, tokenCounter } from '../tokens/token_count.ts';
import type { WireRequest } from '../wire/wire.ts';
import { parseWireReply, storableReply, type WireReplyResult } from '../wire/wire_reply.ts';
import { startRecording } from '../writing/open_for_writing.ts';
import { answerContent, replyContent } from './answer_content.ts';
import { answerFiles } from './answer_files.ts';
import { type AnswerLine, readAnswerLines } from './answer_line.ts';
import { answeringOf, type DeclaredAnswering, parseDeclared } from './declared_answering.ts';
import type { Unanswered } from './missing_answers.ts';

type HandedOut = { readonly path: string; readonly line: number; readonly customId: string | null };

const lineSchema = z.object({ custom_id: z.string() });

/** Null marks an invalid line; empty lines are skipped. */
async function* readHandedOut(path: string): AsyncGenerator<HandedOut> {
  for await (const { bytes, number } of readLines(createReadStream(path), { path })) {
    const text = bytes.toString();
    if (text.trim() !== '') yield { path, line: number, customId: customIdIn(text) };
  }
}

function customIdIn(text: string): string | null {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.custom_id : null;
  } catch {
    return null;
  }
}

type Folders = Pick<LayeredName, 'tapesDir' | 'below'>;

export type IngestOptions = Folders & {
  readonly provenance: DeclaredAnswering;
};

export type RejectedLine = {
  readonly path: string;
  readonly line: number;
  readonly customId: string | null;
  readonly message: string;
};

export type IngestReport = {
  readonly recorded: number;
  readonly alreadyRecorded: number;
  readonly pending: number;
  readonly failed: readonly RejectedLine[];
  readonly unknown: readonly RejectedLine[];
  readonly conflicting: readonly RejectedLine[];
  readonly malformed: readonly RejectedLine[];
  readonly missing: readonly RejectedLine[];
  readonly waiting: readonly Unanswered[];
};

type Choice = { readonly path: string; readonly line: number; readonly content: string; conflicting: boolean };

type Taken = { readonly recording: Recording; readonly answering: Answering };

type Ingestion = {
  readonly paths: readonly string[];
  readonly provenance: DeclaredAnswering;
  readonly choices: Map<string, Choice>;
  readonly counts: { recorded: number; alreadyRecorded: number };
  readonly rejected: Record<'failed' | 'unknown' | 'conflicting' | 'malformed', RejectedLine[]>;
  readonly waiting: Unanswered[];
};

/** Rejects with an `IngestError` on an unusable file or provenance, with a `TapeError` on an unusable tape. */
export async function ingestBatch(paths: readonly string[], options: IngestOptions): Promise<IngestReport> {
  const files = answerFiles(paths);
  const ingestion: Ingestion = {
    paths: files.answers,
    provenance: parseDeclared(options.provenance),
    choices: new Map(),
    counts: { recorded: 0, alreadyRecorded: 0 },
    rejected: { failed: [], unknown: [], conflicting: [], malformed: [] },
    waiting: [],
  };
  const { tapesDir, below = [] } = options;
  await chooseAnswers(ingestion);
  const taken = new Set<string>();
  for (const { dir, suite } of tapeFolders(tapesDir)) {
    const pending = await readPending(filesIn(dir).pending);
    const [first] = pending.values();
    const awaited = [...ingestion.choices.keys()].filter((id) => pending.has(id));
    if (first === undefined || awaited.length === 0) noteWaiting(ingestion, suite, pending);
    else await ingestInto({ tapesDir, below, suite, model: first.model }, ingestion);
    for (const id of awaited) taken.add(id);
  }
  for (const id of taken) ingestion.choices.delete(id);
  const handedOut = await handedOutIn(files.requests);
  await settleUnawaited({ tapesDir, below }, { ...ingestion, handedOut });
  const { counts, rejected, waiting } = ingestion;
  return { ...counts, pending: waiting.length, ...rejected, missing: missingOf(handedOut, waiting), waiting };
}

function noteWaiting({ waiting }: Ingestion, suite: string, pending: ReadonlyMap<string, Pending>): void {
  for (const { address, planners, request } of pending.values()) waiting.push({ suite, address, planners, request });
}

async function handedOutIn(paths: readonly string[]): Promise<readonly HandedOut[]> {
  const lines: HandedOut[] = [];
  for (const path of paths) for await (const line of readHandedOut(path)) lines.push(line);
  return lines;
}

function missingOf(handedOut: readonly HandedOut[], waiting: readonly Unanswered[]): readonly RejectedLine[] {
  const ids = new Set(waiting.map(({ address }) => customId(address)));
  return handedOut
    .filter(({ customId: id }) => id === null || ids.has(id))
    .map((line) => ({ ...line, message: line.customId === null ? 'it is no request' : 'no answer to it was taken' }));
}

async function chooseAnswers({ paths, choices, rejected }: Ingestion): Promise<void> {
  for await (const answer of answersIn(paths)) {
    const { path, line } = answer;
    if (answer.kind === 'malformed') {
      rejected.malformed.push({ path, line, customId: null, message: answer.message });
      continue;
    }
    const { customId } = answer;
    if (answer.kind === 'failed') {
      rejected.failed.push({ path, line, customId, message: answer.message });
      continue;
    }
    const content = answerContent(answer);
    const chosen = choices.get(customId);
    if (chosen === undefined) choices.set(customId, { path, line, content, conflicting: false });
    else if (chosen.content !== content) {
      const message = (other: { path: string; line: number }) => `it differs from "${other.path}", line ${other.line}`;
      if (!chosen.conflicting) {
        rejected.conflicting.push({ path: chosen.path, line: chosen.line, customId, message: message(answer) });
      }
      rejected.conflicting.push({ path, line, customId, message: message(chosen) });
      chosen.conflicting = true;
    }
  }
}

async function ingestInto(name: LayeredName, ingestion: Ingestion): Promise<void> {
  const { pending: path } = tapeFiles(name);
  const { journal, finish } = await startRecording(name);
  await finish(async () => {
    const pending = new Map(await readPending(path));
    const tape = await LayeredTape.open(name);
    let block: Taken[] = [];
    for await (const [id, taken] of awaitedRecordings(tape, pending, ingestion)) {
      pending.delete(id);
      if (taken === null) ingestion.counts.alreadyRecorded += 1;
      else {
        ingestion.counts.recorded += 1;
        block.push(taken);
      }
      if (block.length < JOURNAL_BLOCK) continue;
      appendBlock(journal, block);
      block = [];
    }
    appendBlock(journal, block);
    await tape.close();
    await writePending(path, pending.values(), disk);
    noteWaiting(ingestion, name.suite, pending);
  });
}

const JOURNAL_BLOCK = 500;

function appendBlock(journal: Journal, block: readonly Taken[]): void {
  for (const [answering, group] of Map.groupBy(block, (taken) => JSON.stringify(taken.answering))) {
    journal.declare(JSON.parse(answering));
    journal.append(group.map(({ recording }) => recording));
  }
}

/** Yields null for a recording already on the tape. */
async function* awaitedRecordings(
  tape: TapeReader,
  pending: ReadonlyMap<string, Pending>,
  { paths, choices, provenance, rejected }: Ingestion,
): AsyncGenerator<readonly [string, Taken | null]> {
  for await (const answer of answersIn(paths)) {
    if (answer.kind === 'malformed' || answer.kind === 'failed') continue;
    const { path, line, customId } = answer;
    const waiting = pending.get(customId);
    const choice = choices.get(customId);
    const isChosen = choice?.path === path && choice.line === line && !choice.conflicting;
    if (waiting === undefined || !isChosen) continue;
    const recorded = await tape.find(waiting.address);
    if (recorded !== null && replyContent(modelEntry(recorded).reply) === choice.content) {
      yield [customId, null];
    } else if (recorded !== null) {
      rejected.conflicting.push({ path, line, customId, message: RECORDED_DIFFERENTLY });
    } else {
      const result = await answerReply(answer, waiting.request);
      if (!result.ok) rejected.failed.push({ path, line, customId, message: result.reason });
      else {
        const { model } = waiting.request.body;
        const answering = asBatch(answeringOf(provenance, { kind: answer.kind, model }));
        const { source, batch } = answering;
        const entry: Entry = { ...waiting.address, reply: result.reply, source, ...(batch ? { batch } : {}) };
        yield [customId, { recording: { entry, request: waiting.request }, answering }];
      }
    }
  }
}

const RECORDED_DIFFERENTLY = 'another answer is recorded; prune that entry first if this one is to count';

async function settleUnawaited(
  folders: Folders,
  { choices, counts, rejected, handedOut }: Ingestion & { readonly handedOut: readonly HandedOut[] },
): Promise<void> {
  if (choices.size === 0) return;
  for (const name of knownLayeredTapes(folders)) {
    const tape = await LayeredTape.open(name);
    for await (const address of tape.addresses()) {
      const id = customId(address);
      const choice = choices.get(id);
      if (choice === undefined) continue;
      const recorded = await tape.find(address);
      const same = recorded !== null && replyContent(modelEntry(recorded).reply) === choice.content;
      if (same) counts.alreadyRecorded += 1;
      else if (!choice.conflicting) {
        const { path, line } = choice;
        rejected.conflicting.push({ path, line, customId: id, message: RECORDED_DIFFERENTLY });
      }
      choices.delete(id);
    }
    await tape.close();
  }
  const asked = new Set(handedOut.map((line) => line.customId));
  for (const [id, { path, line, conflicting }] of choices) {
    if (conflicting) continue;
    const message = asked.has(id) ? 'its request is no longer asked' : 'no exported request has this custom_id';
    rejected.unknown.push({ path, line, customId: id, message });
  }
}

async function* answersIn(paths: readonly string[]): AsyncGenerator<AnswerLine> {
  for (const path of paths) yield* readAnswerLines(path);
}

/** A hand-off reports no tokens, and may name an exact model: `claude-x-y` for `claude`. */
export async function answerReply(
  answer: Extract<AnswerLine, { readonly kind: 'response' | 'handed_off' }>,
  request: WireRequest,
): Promise<WireReplyResult> {
  if (answer.kind === 'response') return parseWireReply(request, answer.body, null);
  if (request.url === '/v1/embeddings') {
    return { ok: false, reason: 'a hand-off cannot answer a request for embeddings' };
  }
  const { model } = request.body;
  // An empty name counts as absent, as in `wire_reply.ts`.
  const answeredBy = answer.model || model;
  if (!isExactly(answeredBy, model)) return { ok: false, reason: `"${answeredBy}" answered what "${model}" was asked` };
  const count = await tokenCounter(modelFacts(model).tokenizer);
  const { text, refusal, finishReason } = answer;
  const usage = { promptTokens: promptTokens(request, count), completionTokens: count(text) + count(refusal ?? '') };
  const said = refusal === undefined ? { text } : { text, refusal };
  return storableReply({ ...said, finishReason: finishReason ?? 'unknown', usage, latencyMs: null, model: answeredBy });
}

function isExactly(exact: string, asked: string): boolean {
  const rest = exact.toLowerCase().startsWith(asked.toLowerCase()) ? exact.slice(asked.length) : null;
  return rest === '' || (rest !== null && /^[^a-z0-9]/i.test(rest));
}
