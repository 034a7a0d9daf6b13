import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { disk } from '../disk/disk.ts';
import { fileLines } from '../disk/read_lines.ts';
import { type Address, customId, modelEntry } from '../format/entry.ts';
import type { Recording } from '../format/journal.ts';
import { type PendingRequest, readPendingRequests, writePendingRequests } from '../format/pending.ts';
import { asBatch, type Declaration, declarationSchema } from '../format/provenance.ts';
import { filesIn, type LayeredName, type TapeLayers, tapeFiles } from '../format/tape_files.ts';
import { knownLayeredTapes } from '../reading/known_tapes.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import { tapeFolders } from '../reading/tape_folders.ts';
import { modelFacts, promptTokens, tokenCounter } from '../tokens/token_count.ts';
import type { WireRequest } from '../wire/wire.ts';
import { parseWireReply, storableReply, type WireReplyResult } from '../wire/wire_reply.ts';
import { startRecording } from '../writing/open_for_writing.ts';
import { type AnswerLine, answerDigest, type GivenAnswer, readAnswerLines, replyDigest } from './answer_line.ts';
import type { UnansweredRequest } from './batch_export.ts';
import { REQUESTS_FILE } from './chunk_export.ts';

export class IngestError extends Error {
  override readonly name = 'IngestError';
}

type Place = Readonly<{ path: string; line: number }>;
type RequestLine = Place & { readonly customId: string | null };

export type RejectedLine = RequestLine & { readonly message: string };

export type IngestReport = Awaited<ReturnType<typeof ingestBatch>>;

type ChosenAnswer = Place & { readonly customId: string; readonly digest: string; isConflicting: boolean };
type NewReply = Readonly<{ recording: Recording; declaration: Declaration }>;

/** Rejects both answers if two differ. */
export async function ingestBatch(
  paths: readonly string[],
  { provenance, tapesDir, below = [] }: TapeLayers & { provenance: IngestDeclaration },
) {
  const files = answerFiles(paths);
  const ingestion = new Ingestion(files.answers, parseDeclaration(provenance));
  await ingestion.chooseAnswers();
  const ingestedIds = new Set<string>();
  for (const { dir, suite } of tapeFolders(tapesDir)) {
    const pending = await readPendingRequests(filesIn(dir).pending);
    const ids = [...ingestion.choices.keys()].filter((id) => pending.has(id));
    const first = pending.get(ids[0] ?? '');
    if (first === undefined) ingestion.addUnanswered(suite, pending);
    else await ingestion.ingestInto({ tapesDir, below, suite, model: first.model });
    for (const id of ids) ingestedIds.add(id);
  }
  for (const id of ingestedIds) ingestion.choices.delete(id);
  const requests = await requestLines(files.requests);
  await ingestion.judgeRemainingAnswers({ tapesDir, below }, requests);
  const { counts, rejected, unanswered } = ingestion;
  const missing = linesWithoutAnswer(requests, unanswered);
  return { ...counts, pending: unanswered.length, ...rejected, missing, unanswered };
}

class Ingestion {
  readonly choices = new Map<string, ChosenAnswer>();
  readonly counts = { recorded: 0, alreadyRecorded: 0 };
  readonly rejected: Record<'failed' | 'unknown' | 'conflicting' | 'malformed', RejectedLine[]> = {
    failed: [],
    unknown: [],
    conflicting: [],
    malformed: [],
  };
  readonly unanswered: UnansweredRequest[] = [];
  readonly #paths: readonly string[];
  readonly #provenance: IngestDeclaration;

  constructor(paths: readonly string[], provenance: IngestDeclaration) {
    this.#paths = paths;
    this.#provenance = provenance;
  }

  addUnanswered(suite: string, pending: ReadonlyMap<string, PendingRequest>): void {
    for (const { model: _, ...request } of pending.values()) this.unanswered.push({ suite, ...request });
  }

  async chooseAnswers(): Promise<void> {
    for await (const answer of this.#answers()) {
      if ('message' in answer) this.#reject(answer.kind, answer, answer.message);
      else this.#choose(answer, answerDigest(answer));
    }
  }

  #choose(answer: GivenAnswer, digest: string) {
    const { path, line, customId } = answer;
    const chosen = this.choices.get(customId);
    if (chosen === undefined) this.choices.set(customId, { path, line, customId, digest, isConflicting: false });
    else if (chosen.digest !== digest) {
      const message = (other: Place) => `it differs from "${other.path}", line ${other.line}`;
      if (!chosen.isConflicting) this.#reject('conflicting', chosen, message(answer));
      this.#reject('conflicting', answer, message(chosen));
      chosen.isConflicting = true;
    }
  }

  async ingestInto(name: LayeredName): Promise<void> {
    const { pending: path } = tapeFiles(name);
    const { journal, finish } = await startRecording(name);
    let block: NewReply[] = [];
    const append = () => {
      for (const group of Map.groupBy(block, ({ declaration }) => declaration.batch).values()) {
        journal.declare(group[0]!.declaration);
        journal.append(group.map(({ recording }) => recording));
      }
      block = [];
    };
    await finish(async () => {
      const pending = new Map(await readPendingRequests(path));
      const tape = await LayeredTape.open(name);
      for await (const answer of this.#answers()) {
        if ('message' in answer) continue;
        const match = this.#isChosen(answer) ? pending.get(answer.customId) : undefined;
        const reply = match && (await this.#accept(answer, match, tape));
        if (!reply) continue;
        pending.delete(answer.customId);
        if (reply === 'recorded') this.counts.alreadyRecorded += 1;
        else {
          this.counts.recorded += 1;
          block.push(reply);
        }
        if (block.length >= JOURNAL_BLOCK) append();
      }
      append();
      await tape.close();
      await writePendingRequests(path, pending.values(), disk);
      this.addUnanswered(name.suite, pending);
    });
  }

  #isChosen({ path, line, customId }: GivenAnswer) {
    const choice = this.choices.get(customId);
    return choice?.path === path && choice.line === line && !choice.isConflicting;
  }

  async #accept(
    answer: GivenAnswer,
    { address, request }: PendingRequest,
    tape: LayeredTape,
  ): Promise<NewReply | 'recorded' | null> {
    const matches = await matchesRecording(tape, address, answerDigest(answer));
    if (matches === true) return 'recorded';
    if (matches === false) return this.#reject('conflicting', answer, RECORDED_DIFFERENTLY);
    const result = await answerReply(answer, request);
    if (!result.ok) return this.#reject('failed', answer, result.reason);
    const { kind } = answer;
    const declaration = asBatch(completeDeclaration(this.#provenance, { kind, model: request.body.model }));
    const { source, batch } = declaration;
    const entry = { ...address, reply: result.reply, source, ...(batch ? { batch } : {}) };
    return { recording: { entry, request }, declaration };
  }

  async judgeRemainingAnswers(folders: TapeLayers, requests: readonly RequestLine[]): Promise<void> {
    const { choices } = this;
    for (const name of choices.size === 0 ? [] : knownLayeredTapes(folders)) {
      const tape = await LayeredTape.open(name);
      for await (const address of tape.addresses()) {
        const id = customId(address);
        const choice = choices.get(id);
        if (choice === undefined) continue;
        if (await matchesRecording(tape, address, choice.digest)) this.counts.alreadyRecorded += 1;
        else if (!choice.isConflicting) this.#reject('conflicting', choice, RECORDED_DIFFERENTLY);
        choices.delete(id);
      }
      await tape.close();
    }
    const exported = new Set(requests.map((line) => line.customId));
    for (const [id, choice] of choices) {
      if (choice.isConflicting) continue;
      const message = exported.has(id) ? 'its request is no longer pending' : 'no exported request has this custom_id';
      this.#reject('unknown', choice, message);
    }
  }

  #reject(why: keyof Ingestion['rejected'], { path, line, customId }: RequestLine, message: string): null {
    this.rejected[why].push({ path, line, customId, message });
    return null;
  }

  async *#answers(): AsyncGenerator<AnswerLine> {
    for (const path of this.#paths) yield* readAnswerLines(path);
  }
}

const JOURNAL_BLOCK = 500;
const RECORDED_DIFFERENTLY = 'a different answer is already recorded; to replace it, prune that entry first';

async function matchesRecording(tape: LayeredTape, address: Address, digest: string): Promise<boolean | null> {
  const recorded = await tape.find(address);
  return recorded === null ? null : replyDigest(modelEntry(recorded).reply) === digest;
}

const lineSchema = z.object({ custom_id: z.string() });

async function requestLines(paths: readonly string[]): Promise<readonly RequestLine[]> {
  const lines: RequestLine[] = [];
  for (const path of paths) {
    for await (const { bytes, number } of fileLines(path)) {
      const text = bytes.toString();
      if (text.trim() !== '') lines.push({ path, line: number, customId: customIdIn(text) });
    }
  }
  return lines;
}

function customIdIn(text: string) {
  try {
    return lineSchema.parse(JSON.parse(text)).custom_id;
  } catch {
    return null;
  }
}

function linesWithoutAnswer(
  requests: readonly RequestLine[],
  unanswered: readonly UnansweredRequest[],
): readonly RejectedLine[] {
  const ids = new Set(unanswered.map(({ address }) => customId(address)));
  return requests
    .filter(({ customId: id }) => id === null || ids.has(id))
    .map((line) => ({
      ...line,
      message: line.customId === null ? 'the line is not a request' : 'no answer to this request is recorded',
    }));
}

/** A hand-off may name a version: `claude-x-y` for `claude`. */
export async function answerReply(answer: GivenAnswer, request: WireRequest): Promise<WireReplyResult> {
  if (answer.kind === 'response') return parseWireReply(request, answer.body, null);
  if (request.url === '/v1/embeddings') {
    return { ok: false, reason: 'a hand-off cannot answer a request for embeddings' };
  }
  const { model } = request.body;
  const { text, refusal, finishReason } = answer;
  const answeredBy = answer.model || model;
  if (!isVersionOf(answeredBy, model)) {
    return { ok: false, reason: `"${answeredBy}" answered a request to "${model}"` };
  }
  const count = await tokenCounter(model);
  return storableReply({
    ...(refusal === undefined ? { text } : { text, refusal }),
    finishReason: finishReason ?? 'unknown',
    usage: { promptTokens: promptTokens(request, count), completionTokens: count(text) + count(refusal ?? '') },
    latencyMs: null,
    model: answeredBy,
  });
}

function isVersionOf(version: string, model: string) {
  const suffix = version.slice(model.length);
  return version.toLowerCase().startsWith(model.toLowerCase()) && (suffix === '' || /^[^a-z0-9]/i.test(suffix));
}

const ANSWERS_FILE = 'answers.jsonl';

export function answerFiles(paths: readonly string[]) {
  const answers = new Set<string>();
  const requests = new Set<string>();
  for (const path of paths) {
    if (statsOf(path).isDirectory()) {
      const found = filesBelow(path, ANSWERS_FILE);
      if (found.length === 0) throw refusal(path, `there is no ${ANSWERS_FILE} in this folder or below it`);
      for (const file of found) answers.add(regularPath(file));
      for (const file of filesBelow(path, REQUESTS_FILE)) requests.add(regularPath(file));
    } else {
      const requestsPath = join(dirname(path), REQUESTS_FILE);
      answers.add(regularPath(path));
      if (requestsPath !== path && existsSync(requestsPath)) requests.add(regularPath(requestsPath));
    }
  }
  return { answers: [...answers], requests: [...requests] };
}

function filesBelow(folder: string, fileName: string) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory() && entry.name === fileName)
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

function regularPath(path: string) {
  if (statsOf(path).isFile()) return path;
  throw refusal(path, 'it is not a regular file, and answers are read twice; save them to a file');
}

function statsOf(path: string): Stats {
  try {
    const stats = statSync(path);
    accessSync(path, constants.R_OK);
    return stats;
  } catch (cause) {
    throw refusal(path, 'the file does not exist or cannot be read', cause);
  }
}

function refusal(path: string, problem: string, cause?: unknown) {
  return new IngestError(`Cannot ingest "${path}": ${problem}`, { cause });
}

const ingestSchema = z.strictObject({
  ...declarationSchema.omit({ batch: true }).shape,
  sampling: declarationSchema.shape.sampling.optional(),
  tokenCounts: declarationSchema.shape.tokenCounts.optional(),
});

export type IngestDeclaration = Readonly<z.infer<typeof ingestSchema>>;

export function parseDeclaration(declaration: IngestDeclaration): IngestDeclaration {
  const parsed = ingestSchema.safeParse(declaration);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? 'provenance');
  const value = JSON.stringify(Reflect.get(declaration, field)) ?? 'nothing';
  const expected = EXPECTED.get(field) ?? issue?.message;
  throw new IngestError(`Cannot ingest answers: "${field}" is ${value}; ${expected}`, { cause: parsed.error });
}

const EXPECTED: ReadonlyMap<string, string> = new Map([
  ['provider', 'say who runs the model, such as "OpenAI"'],
  ['channel', 'say how the answers were obtained, such as "OpenAI Batch API"'],
  ['answeredOn', 'give a date in the form YYYY-MM-DD, or "unknown"'],
  ['sampling', 'say how temperature and similar settings were applied, such as "not applied", or omit it'],
  ['sharedContext', 'give the maximum number of requests in one context, an integer of at least 1'],
  ['hiddenReasoning', 'say whether the model may have used hidden reasoning, such as "possible", or omit it'],
  ['tools', 'say which tools the model had, such as "none", or omit it'],
  ['tokenCounts', 'say where the token counts come from, such as "as reported", or omit it'],
]);

export function completeDeclaration(
  declaration: IngestDeclaration,
  { kind, model }: { kind: GivenAnswer['kind']; model: string },
): Declaration {
  const { sampling, tokenCounts } = declaration;
  if (kind === 'response') {
    return { ...declaration, sampling: sampling ?? 'as requested', tokenCounts: tokenCounts ?? 'as reported' };
  }
  const counted = `computed locally from the visible text with ${modelFacts(model).tokenizer} (gpt-tokenizer)`;
  return {
    ...declaration,
    sampling: sampling ?? 'unknown',
    tokenCounts: tokenCounts?.startsWith('computed locally') ? tokenCounts : counted,
  };
}
