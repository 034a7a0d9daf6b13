import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../care/tape_verify.ts';
import { customId } from '../format/entry.ts';
import type { Recording } from '../format/journal.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { chatBody } from '../testing/scripted_server.ts';
import { ANSWERING, ASKED_BY, missOf, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { requestKey } from '../wire/exchange.ts';
import { embeddingsRequest } from '../wire/wire.ts';
import { exportBatch } from './batch_export.ts';
import {
  answerFiles,
  answerReply,
  completeDeclaration,
  type IngestDeclaration,
  IngestError,
  ingestBatch,
  parseDeclaration,
} from './batch_ingest.ts';

const TOAST = recording('toast');
const MUG = recording('mug');
const PROVENANCE = { ...ANSWERING, source: 'batch' as const, channel: 'OpenAI Batch API' };

test('ingestBatch() takes answers of the Batch API and hand-offs in any order, and says of each who counted its tokens', async () => {
  const { tapesDir, ingestAs, entryOf } = await exported([TOAST, MUG]);
  const { sampling: _, tokenCounts: __, ...declared } = PROVENANCE;
  const report = await ingestAs(declared, [[response(MUG, 'a mug'), handOff(TOAST, 'find(bread)')]]);
  expect(report).toEqual({ ...NOTHING, recorded: 2 });
  expect(await entryOf(TOAST)).toMatchObject({ source: 'batch', reply: { text: 'find(bread)', latencyMs: null } });
  expect(await entryOf(MUG)).toMatchObject({ reply: { text: 'a mug' } });
  expect((await verifyTapes(tapesDir)).problems).toEqual([]);
  const { manifest } = await openTape(tapeIn(tapesDir));
  const counted = 'computed locally from the visible text with cl100k_base (gpt-tokenizer)';
  const common = { model: 'gpt-4-0613', ...declared, batch: expect.any(String) };
  expect(manifest.provenance).toEqual([
    { ...common, sampling: 'as requested', tokenCounts: 'as reported' },
    { ...common, sampling: 'unknown', tokenCounts: counted },
  ]);
});

test('ingestBatch() takes refusals and empty answers once, knows them again and changes nothing', async () => {
  const { ingest, entryOf, contentOf } = await exported([TOAST, MUG]);
  const message = { content: null, refusal: 'Not with knives.' };
  const refused = responseOf(TOAST, { choices: [{ message, finish_reason: 'stop' }] });
  const lines = [refused, handOff(MUG, ''), handOff(MUG, ''), response(MUG, '')];
  expect(await ingest(lines)).toEqual({ ...NOTHING, recorded: 2 });
  expect(await entryOf(TOAST)).toMatchObject({ reply: { text: '', refusal: 'Not with knives.' } });
  const before = contentOf();
  expect(await ingest(lines)).toEqual({ ...NOTHING, alreadyRecorded: 2 });
  expect(contentOf()).toBe(before);
});

test('ingestBatch() forgets what was answered and keeps what still waits', async () => {
  const { ingest, pendingPath } = await exported([TOAST, MUG]);
  expect(await ingest([handOff(TOAST, 'a')])).toMatchObject({ recorded: 1, pending: 1 });
  expect(readFileSync(pendingPath, 'utf8')).toContain(MUG.entry.key);
  expect(readFileSync(pendingPath, 'utf8')).not.toContain(TOAST.entry.key);
  expect(await ingest([handOff(MUG, 'b')])).toMatchObject({ recorded: 1, pending: 0 });
  expect(existsSync(pendingPath)).toBe(false);
});

test('ingestBatch() takes neither of two answers that differ, in one file or in two, and none but the recorded one', async () => {
  const { ingest, entryOf } = await exported([TOAST, MUG]);
  const report = await ingest([handOff(TOAST, 'a'), handOff(MUG, 'b')], [handOff(TOAST, 'c')]);
  expect(report).toMatchObject({ recorded: 1, pending: 1 });
  const places = ['0.jsonl 1, line 1', '1.jsonl 1, line 1'];
  const placeOf = ({ path, line, message }: (typeof report.conflicting)[number]) =>
    `${path.slice(-7)} ${line}${message.slice(-8)}`;
  expect(report.conflicting.map(placeOf)).toEqual(places);
  const recorded = { line: 1, message: expect.stringContaining('a different answer is already recorded') };
  expect(await ingest([handOff(MUG, 'other')])).toMatchObject({ recorded: 0, conflicting: [recorded] });
  expect(await entryOf(MUG)).toMatchObject({ reply: { text: 'b' } });
  const unasked = [handOff(recording('tea'), 'a'), handOff(recording('tea'), 'b')];
  const conflicting = [{ line: 1 }, { line: 2 }];
  expect(await ingest(unasked)).toMatchObject({ ...NOTHING, pending: 1, conflicting, unanswered: [{}] });
});

test('ingestBatch() lists failures, and takes the answer to a request that failed first', async () => {
  const { ingest } = await exported([TOAST, MUG]);
  const failed = (recorded: Recording, status_code: number, body: unknown, error: object | null = null) =>
    JSON.stringify({ custom_id: customId(recorded.entry), response: { status_code, body }, error });
  const fine = JSON.parse(chatBody('looks fine'));
  const report = await ingest([
    failed(TOAST, 500, fine),
    failed(MUG, 200, fine, { code: 'late' }),
    failed(MUG, 200, { choices: [] }),
    response(TOAST, 'a'),
  ]);
  expect(report).toMatchObject({ recorded: 1, pending: 1 });
  const expected = [TOAST, MUG, MUG].map(({ entry }, index) => ({ line: index + 1, customId: customId(entry) }));
  expect(report.failed).toMatchObject(expected);
});

test('ingestBatch() lists what nobody waits for and what is no answer, with file and line', async () => {
  const { ingest } = await exported([TOAST]);
  const stranger = JSON.stringify({ custom_id: '__proto__', content: 'a' });
  const path = expect.stringMatching(/answers-0\.jsonl$/);
  expect(await ingest(['{', stranger, handOff(TOAST, 'a')])).toMatchObject({
    recorded: 1,
    malformed: [{ path, line: 1, customId: null }],
    unknown: [{ path, line: 2, customId: '__proto__', message: 'no exported request has this custom_id' }],
  });
});

test('ingestBatch() does not believe pending requests that were changed', async () => {
  const { ingest, pendingPath } = await exported([TOAST]);
  writeFileSync(pendingPath, readFileSync(pendingPath, 'utf8').replace('toast"}', 'roast"}'));
  await expect(ingest([handOff(TOAST, 'a')])).rejects.toThrow('pending.jsonl", line 1: it is damaged');
});

test('exportBatch() asks once for what two suites lack at one address, and ingestBatch() gives both the answer', async () => {
  const { tapesDir, ingest } = await exported([TOAST], ['household', 'ablations']);
  expect(readFileSync(join(tapesDir, '../batch.jsonl'), 'utf8').trimEnd()).not.toContain('\n');
  expect(await ingest([handOff(TOAST, 'a')])).toMatchObject({ recorded: 2, pending: 0 });
  for (const suite of ['household', 'ablations']) {
    const tape = await openTape({ ...tapeIn(tapesDir), suite });
    expect(await tape.find(TOAST.entry)).toMatchObject({ reply: { text: 'a' } });
  }
});

test('ingestBatch() goes on where it was killed between the journal and the list of what waits', async () => {
  const { tapesDir, ingest } = await exported([TOAST, MUG]);
  await record(tapeIn(tapesDir), [recording('toast', { text: 'a' })]);
  const report = await ingest([handOff(TOAST, 'a'), handOff(MUG, 'b')]);
  expect(report).toMatchObject({ recorded: 1, alreadyRecorded: 1, pending: 0 });
});

test('ingestBatch() takes vectors, of another model than the tape is named after', async () => {
  const folder = temporaryFolder(onTestFinished);
  const tapesDir = join(folder, 'tapes');
  const request = embeddingsRequest('text-embedding-3-small', ['a', 'b']);
  const address = { task: 'house_1/make_toast', trial: 1, key: requestKey(request), occurrence: 1 };
  const miss = { suite: 'household', model: 'gpt-4-0613', ...address, ...request, ...ASKED_BY };
  await exportBatch([miss], { tapesDir, out: join(folder, 'batch.jsonl') });
  const data = [0, 1].map((index) => ({ index, embedding: [index, 0.5] }));
  const response = { status_code: 200, body: { model: 'text-embedding-3-small', data } };
  const path = join(folder, 'answers.jsonl');
  writeFileSync(path, JSON.stringify({ custom_id: customId(address), response, error: null }));
  const options = { tapesDir, provenance: PROVENANCE };
  expect(await ingestBatch([path], options)).toEqual({ ...NOTHING, recorded: 1 });
  expect(await ingestBatch([path], options)).toEqual({ ...NOTHING, alreadyRecorded: 1 });
  const vectors = data.map(({ embedding }) => embedding);
  expect(await (await openTape(tapeIn(tapesDir))).find(address)).toMatchObject({ reply: { vectors } });
  expect((await verifyTapes(tapesDir)).problems).toEqual([]);
});

test('ingestBatch() refuses an empty provenance and what is no file, before it takes anything', async () => {
  const { tapesDir, entryOf, ingestAs } = await exported([TOAST]);
  await expect(ingestAs({ ...PROVENANCE, provider: '' }, [])).rejects.toThrow(IngestError);
  const answers = join(tapesDir, 'answers.jsonl');
  writeFileSync(answers, handOff(TOAST, 'a'));
  const missing = ingestBatch([answers, join(tapesDir, 'missing')], { tapesDir, provenance: PROVENANCE });
  const message = expect.stringContaining('missing": the file does not exist or cannot be read');
  await expect(missing).rejects.toMatchObject({ name: 'IngestError', message });
  expect(await entryOf(TOAST)).toBeNull();
});

const COUNTS = { recorded: 0, alreadyRecorded: 0, pending: 0 };
const NOTHING = { ...COUNTS, failed: [], unknown: [], conflicting: [], malformed: [], missing: [], unanswered: [] };

async function exported(recordings: readonly Recording[], suites: readonly string[] = ['household']) {
  const folder = temporaryFolder(onTestFinished);
  const tapesDir = join(folder, 'tapes');
  const misses = suites.flatMap((suite) => recordings.map((each) => ({ ...missOf(each), suite })));
  await exportBatch(misses, { tapesDir, out: join(folder, 'batch.jsonl') });
  const files = tapeFiles(tapeIn(tapesDir));

  async function ingestAs(provenance: IngestDeclaration, contents: readonly (readonly string[])[]) {
    const paths = contents.map((lines, index) => {
      const path = join(folder, `answers-${index}.jsonl`);
      writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
      return path;
    });
    return ingestBatch(paths, { tapesDir, provenance });
  }
  async function entryOf({ entry }: Recording) {
    const tape = await openTape(tapeIn(tapesDir));
    const found = await tape.find(entry);
    await tape.close();
    return found;
  }
  return {
    tapesDir,
    ingestAs,
    ingest: (...contents: (readonly string[])[]) => ingestAs(PROVENANCE, contents),
    entryOf,
    pendingPath: files.pending,
    contentOf: () => readFileSync(join(files.dir, 'house_1.make_toast.replies.jsonl'), 'utf8'),
  };
}

function response(recorded: Recording, text: string): string {
  return responseOf(recorded, JSON.parse(chatBody(text)));
}

function responseOf({ entry }: Recording, body: unknown): string {
  return JSON.stringify({ id: 'x', custom_id: customId(entry), response: { status_code: 200, body }, error: null });
}

function handOff({ entry }: Recording, content: string): string {
  return JSON.stringify({ custom_id: customId(entry), content });
}

const PLACE = { path: 'answers.jsonl', line: 1, customId: 'x' };
const FOR_TOAST = { ...PLACE, kind: 'handed_off', text: 'find(bread)', finishReason: null } as const;

test.each([
  [null, 'gpt-4-0613'],
  ['', 'gpt-4-0613'],
  ['GPT-4-0613', 'GPT-4-0613'],
  ['gpt-4-0613-EU.2', 'gpt-4-0613-EU.2'],
  ['gpt-4-0613@today', 'gpt-4-0613@today'],
])('answerReply() counts the tokens of a hand-off by %j, and takes it for one of "%s"', async (named, model) => {
  const usage = { promptTokens: 8, completionTokens: 4 };
  const reply = { text: 'find(bread)', finishReason: 'unknown', usage, latencyMs: null, model };
  expect(await answerReply({ ...FOR_TOAST, model: named }, TOAST.request)).toEqual({ ok: true, reply });
});

test.each(['gpt-2', 'gpt-4', 'gpt-4-06130', 'x-gpt-4-0613'])('answerReply() refuses a reply of "%s"', async (model) => {
  const reason = `"${model}" answered a request to "gpt-4-0613"`;
  expect(await answerReply({ ...FOR_TOAST, model }, TOAST.request)).toEqual({ ok: false, reason });
});

test('answerFiles() finds what is below a folder of chunks, in order and each once, and the requests that lie beside', () => {
  const chunks = ['002/answers.jsonl', '001/answers.jsonl', '001/requests.jsonl', '003/requests.jsonl'];
  const at = folderWith(...chunks, '001/notes.txt', '001/mine.jsonl');
  const found = (...paths: string[]) => {
    const { answers, requests } = answerFiles(paths.map(at));
    return [...answers, ...requests].map((path) => path.slice(at().length + 1));
  };
  expect(found('')).toEqual(['001/answers.jsonl', '002/answers.jsonl', '001/requests.jsonl', '003/requests.jsonl']);
  expect(found('001')).toEqual(['001/answers.jsonl', '001/requests.jsonl']);
  const named = ['001/mine.jsonl', '001/answers.jsonl'];
  expect(found(...named, '001')).toEqual([...named, '001/requests.jsonl']);
});

test('answerFiles() refuses a folder without answers', () => {
  const at = folderWith('001/requests.jsonl');
  mkdirSync(at('002/answers.jsonl'), { recursive: true });
  expect(() => answerFiles([at()])).toThrow(`"${at()}": there is no answers.jsonl in this folder or below it`);
});

function folderWith(...files: readonly string[]): (path?: string) => string {
  const folder = temporaryFolder(onTestFinished);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return (path = '') => join(folder, path);
}

const { sampling: _, tokenCounts: __, ...LEFT_OPEN } = ANSWERING;
const RESPONSE = { kind: 'response', model: 'gpt-4-0613' } as const;
const HANDED_OFF = { kind: 'handed_off', model: 'gpt-4-0613' } as const;
const OWN_COUNT = { tokenCounts: 'computed locally with wc' };
const COUNTED_HERE = 'computed locally from the visible text with cl100k_base (gpt-tokenizer)';

test.each([
  [RESPONSE, {}, { sampling: 'as requested', tokenCounts: 'as reported' }],
  [RESPONSE, { sampling: 'a', tokenCounts: 'b' }, { sampling: 'a', tokenCounts: 'b' }],
  [HANDED_OFF, {}, { sampling: 'unknown', tokenCounts: COUNTED_HERE }],
  [HANDED_OFF, { sampling: 'not applied' }, { sampling: 'not applied', tokenCounts: COUNTED_HERE }],
  [HANDED_OFF, { tokenCounts: 'as reported' }, { sampling: 'unknown', tokenCounts: COUNTED_HERE }],
  [HANDED_OFF, OWN_COUNT, { sampling: 'unknown', ...OWN_COUNT }],
  [
    { ...HANDED_OFF, model: 'gpt-4o' },
    {},
    { sampling: 'unknown', tokenCounts: COUNTED_HERE.replace('cl100k', 'o200k') },
  ],
])('completeDeclaration() completes for %o the declaration %o by %o', (line, declared, expected) => {
  expect(completeDeclaration({ ...LEFT_OPEN, ...declared }, line)).toEqual({ ...LEFT_OPEN, ...expected });
});

test.each([
  [{ provider: '' }, 'Cannot ingest answers: "provider" is ""; say who runs the model, such as "OpenAI"'],
  [{ answeredOn: '2026-02-31' }, '"answeredOn" is "2026-02-31"; give a date in the form YYYY-MM-DD'],
  [{ hiddenReasoning: '' }, '"hiddenReasoning" is ""; say whether the model may have used hidden reasoning'],
  [{ tools: '' }, '"tools" is ""; say which tools the model had, such as "none"'],
  [{ tokenCounts: '' }, '"tokenCounts" is ""; say where the token counts come from'],
])('parseDeclaration() refuses %o', (wrong, message) => {
  const declared = { ...ANSWERING, ...wrong };
  const error = { name: 'IngestError', message: expect.stringContaining(message) };
  expect(() => parseDeclaration(declared)).toThrow(expect.objectContaining(error));
});
