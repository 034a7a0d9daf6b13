/**
 * Ingests answers whose `custom_id` matches an exported request that still hashes to its key.
 *
 * Reads files twice: of two different answers to one request, neither is taken.
 */
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { disk } from '../disk/disk.ts';
import { readLines } from '../disk/read_lines.ts';
import { type Address, customId, modelEntry } from '../format/entry.ts';
import type { Recording } from '../format/journal.ts';
import { type Pending, readPending, writePending } from '../format/pending.ts';
import { type Answering, asBatch } from '../format/provenance.ts';
import { filesIn, type LayeredName, tapeFiles } from '../format/tape_files.ts';
import { knownLayeredTapes } from '../reading/known_tapes.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import { tapeFolders } from '../reading/tape_folders.ts';
import { modelFacts } from '../tokens/models.ts';
import { promptTokens, tokenCounter } from '../tokens/token_count.ts';
import type { WireRequest } from '../wire/wire.ts';
import { parseWireReply, storableReply, type WireReplyResult } from '../wire/wire_reply.ts';
import { startRecording } from '../writing/open_for_writing.ts';
import { answerFiles } from './answer_files.ts';
import { type AnswerLine, answerContent, type GivenAnswer, readAnswerLines, replyContent } from './answer_line.ts';
import { answeringOf, type DeclaredAnswering, parseDeclared } from './declared_answering.ts';
import type { Unanswered } from './missing_answers.ts';

type Folders = Pick<LayeredName, 'tapesDir' | 'below'>;
type Place = { readonly path: string; readonly line: number };
type HandedOut = Place & { readonly customId: string | null };

export type RejectedLine = HandedOut & { readonly message: string };

export type IngestReport = Awaited<ReturnType<typeof ingestBatch>>;

type Choice = Place & { readonly content: string; conflicting: boolean };
type Taken = { readonly recording: Recording; readonly answering: Answering };

/** Rejects with an `IngestError` on an unusable file or provenance, with a `TapeError` on an unusable tape. */
export async function ingestBatch(
  paths: readonly string[],
  { provenance, tapesDir, below = [] }: Folders & { readonly provenance: DeclaredAnswering },
) {
  const files = answerFiles(paths);
  const ingestion = new Ingestion(files.answers, parseDeclared(provenance));
  await ingestion.chooseAnswers();
  const taken = new Set<string>();
  for (const { dir, suite } of tapeFolders(tapesDir)) {
    const pending = await readPending(filesIn(dir).pending);
    const [first] = pending.values();
    const awaited = [...ingestion.choices.keys()].filter((id) => pending.has(id));
    if (first === undefined || awaited.length === 0) ingestion.noteWaiting(suite, pending);
    else await ingestion.ingestInto({ tapesDir, below, suite, model: first.model });
    for (const id of awaited) taken.add(id);
  }
  for (const id of taken) ingestion.choices.delete(id);
  const handedOut = await handedOutIn(files.requests);
  await ingestion.settleUnawaited({ tapesDir, below }, handedOut);
  const { counts, rejected, waiting } = ingestion;
  return { ...counts, pending: waiting.length, ...rejected, missing: missingOf(handedOut, waiting), waiting };
}

class Ingestion {
  readonly choices = new Map<string, Choice>();
  readonly counts = { recorded: 0, alreadyRecorded: 0 };
  readonly rejected: Record<'failed' | 'unknown' | 'conflicting' | 'malformed', RejectedLine[]> = {
    failed: [],
    unknown: [],
    conflicting: [],
    malformed: [],
  };
  readonly waiting: Unanswered[] = [];
  readonly #paths: readonly string[];
  readonly #provenance: DeclaredAnswering;

  constructor(paths: readonly string[], provenance: DeclaredAnswering) {
    this.#paths = paths;
    this.#provenance = provenance;
  }

  noteWaiting(suite: string, pending: ReadonlyMap<string, Pending>): void {
    for (const { model: _, ...one } of pending.values()) this.waiting.push({ suite, ...one });
  }

  async chooseAnswers(): Promise<void> {
    for await (const answer of this.#answers()) {
      const { path, line } = answer;
      if (answer.kind === 'malformed') this.#reject('malformed', { path, line, customId: null }, answer.message);
      else if (answer.kind === 'failed') this.#reject('failed', answer, answer.message);
      else this.#choose(answer, answerContent(answer));
    }
  }

  #choose(answer: GivenAnswer, content: string): void {
    const { path, line, customId } = answer;
    const chosen = this.choices.get(customId);
    if (chosen === undefined) this.choices.set(customId, { path, line, content, conflicting: false });
    else if (chosen.content !== content) {
      const message = (other: Place) => `it differs from "${other.path}", line ${other.line}`;
      if (!chosen.conflicting) this.#reject('conflicting', { ...chosen, customId }, message(answer));
      this.#reject('conflicting', answer, message(chosen));
      chosen.conflicting = true;
    }
  }

  async ingestInto(name: LayeredName): Promise<void> {
    const { pending: path } = tapeFiles(name);
    const { journal, finish } = await startRecording(name);
    let block: Taken[] = [];
    const append = () => {
      for (const group of Map.groupBy(block, ({ answering }) => answering.batch).values()) {
        journal.declare(group[0]!.answering);
        journal.append(group.map(({ recording }) => recording));
      }
      block = [];
    };
    await finish(async () => {
      const pending = new Map(await readPending(path));
      const tape = await LayeredTape.open(name);
      for await (const answer of this.#answers()) {
        if (answer.kind === 'malformed' || answer.kind === 'failed') continue;
        const waiting = this.#isChosen(answer) ? pending.get(answer.customId) : undefined;
        const taken = waiting === undefined ? null : await this.#take(answer, waiting, tape);
        if (taken === null) continue;
        pending.delete(answer.customId);
        this.counts[taken === 'recorded' ? 'alreadyRecorded' : 'recorded'] += 1;
        if (taken !== 'recorded') block.push(taken);
        if (block.length >= JOURNAL_BLOCK) append();
      }
      append();
      await tape.close();
      await writePending(path, pending.values(), disk);
      this.noteWaiting(name.suite, pending);
    });
  }

  #isChosen({ path, line, customId }: GivenAnswer): boolean {
    const choice = this.choices.get(customId);
    return choice?.path === path && choice.line === line && !choice.conflicting;
  }

  /** Null where the answer is rejected. */
  async #take(
    answer: GivenAnswer,
    { address, request }: Pending,
    tape: LayeredTape,
  ): Promise<Taken | 'recorded' | null> {
    const isSame = await isRecordedSo(tape, address, answerContent(answer));
    if (isSame === true) return 'recorded';
    if (isSame === false) return this.#reject('conflicting', answer, RECORDED_DIFFERENTLY);
    const result = await answerReply(answer, request);
    if (!result.ok) return this.#reject('failed', answer, result.reason);
    const answering = asBatch(answeringOf(this.#provenance, { kind: answer.kind, model: request.body.model }));
    const { source, batch } = answering;
    const entry = { ...address, reply: result.reply, source, ...(batch ? { batch } : {}) };
    return { recording: { entry, request }, answering };
  }

  async settleUnawaited(folders: Folders, handedOut: readonly HandedOut[]): Promise<void> {
    const { choices } = this;
    for (const name of choices.size === 0 ? [] : knownLayeredTapes(folders)) {
      const tape = await LayeredTape.open(name);
      for await (const address of tape.addresses()) {
        const id = customId(address);
        const choice = choices.get(id);
        if (choice === undefined) continue;
        if (await isRecordedSo(tape, address, choice.content)) this.counts.alreadyRecorded += 1;
        else if (!choice.conflicting) this.#reject('conflicting', { ...choice, customId: id }, RECORDED_DIFFERENTLY);
        choices.delete(id);
      }
      await tape.close();
    }
    const asked = new Set(handedOut.map((line) => line.customId));
    for (const [id, choice] of choices) {
      if (choice.conflicting) continue;
      const message = asked.has(id) ? 'its request is no longer asked' : 'no exported request has this custom_id';
      this.#reject('unknown', { ...choice, customId: id }, message);
    }
  }

  #reject(why: keyof Ingestion['rejected'], { path, line, customId }: HandedOut, message: string): null {
    this.rejected[why].push({ path, line, customId, message });
    return null;
  }

  async *#answers(): AsyncGenerator<AnswerLine> {
    for (const path of this.#paths) yield* readAnswerLines(path);
  }
}

const JOURNAL_BLOCK = 500;
const RECORDED_DIFFERENTLY = 'another answer is recorded; prune that entry first if this one is to count';

/** Null where nothing is recorded. */
async function isRecordedSo(tape: LayeredTape, address: Address, content: string): Promise<boolean | null> {
  const recorded = await tape.find(address);
  return recorded === null ? null : replyContent(modelEntry(recorded).reply) === content;
}

const lineSchema = z.object({ custom_id: z.string() });

/** `customId` is null on an invalid line; empty lines are skipped. */
async function handedOutIn(paths: readonly string[]): Promise<readonly HandedOut[]> {
  const lines: HandedOut[] = [];
  for (const path of paths) {
    for await (const { bytes, number } of readLines(createReadStream(path), { path })) {
      const text = bytes.toString();
      if (text.trim() !== '') lines.push({ path, line: number, customId: customIdIn(text) });
    }
  }
  return lines;
}

function customIdIn(text: string): string | null {
  try {
    return lineSchema.parse(JSON.parse(text)).custom_id;
  } catch {
    return null;
  }
}

function missingOf(handedOut: readonly HandedOut[], waiting: readonly Unanswered[]): readonly RejectedLine[] {
  const ids = new Set(waiting.map(({ address }) => customId(address)));
  return handedOut
    .filter(({ customId: id }) => id === null || ids.has(id))
    .map((line) => ({ ...line, message: line.customId === null ? 'it is no request' : 'no answer to it was taken' }));
}

/** A hand-off reports no tokens, and may name an exact model: `claude-x-y` for `claude`. */
export async function answerReply(answer: GivenAnswer, request: WireRequest): Promise<WireReplyResult> {
  if (answer.kind === 'response') return parseWireReply(request, answer.body, null);
  if (request.url === '/v1/embeddings') {
    return { ok: false, reason: 'a hand-off cannot answer a request for embeddings' };
  }
  const { model } = request.body;
  const { text, refusal, finishReason } = answer;
  // An empty name counts as absent, as in `wire_reply.ts`.
  const answeredBy = answer.model || model;
  if (!isExactly(answeredBy, model)) return { ok: false, reason: `"${answeredBy}" answered what "${model}" was asked` };
  const count = await tokenCounter(modelFacts(model).tokenizer);
  return storableReply({
    ...(refusal === undefined ? { text } : { text, refusal }),
    finishReason: finishReason ?? 'unknown',
    usage: { promptTokens: promptTokens(request, count), completionTokens: count(text) + count(refusal ?? '') },
    latencyMs: null,
    model: answeredBy,
  });
}

function isExactly(exact: string, asked: string): boolean {
  const rest = exact.slice(asked.length);
  return exact.toLowerCase().startsWith(asked.toLowerCase()) && (rest === '' || /^[^a-z0-9]/i.test(rest));
}
