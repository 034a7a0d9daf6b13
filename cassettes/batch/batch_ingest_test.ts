import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../care/tape_verify.ts';
import { customId } from '../format/entry.ts';
import type { Recording } from '../format/journal.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { chatBody } from '../testing/scripted_server.ts';
import { ANSWERING, ASKED_BY, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { requestKey } from '../wire/exchange.ts';
import { embeddingsRequest } from '../wire/wire.ts';
import { exportBatch } from './batch_export.ts';
import { answerFiles, answerReply, ingestBatch } from './batch_ingest.ts';
import { type IngestDeclaration, IngestError } from './ingest_declaration.ts';

const TOAST = recording('toast');
const MUG = recording('mug');
const PROVENANCE = { ...ANSWERING, source: 'batch' as const, channel: 'OpenAI Batch API' };

test('ingestBatch() takes the answers of the Batch API, in whatever order', async () => {
  const { tapesDir, ingest, textOf } = await exported([TOAST, MUG]);
  const report = await ingest([response(MUG, 'a mug'), response(TOAST, 'some toast')]);
  expect(report).toEqual({ ...NOTHING, recorded: 2 });
  expect(await textOf(TOAST)).toBe('some toast');
  expect(await textOf(MUG)).toBe('a mug');
  expect((await verifyTapes(tapesDir)).problems).toEqual([]);
  const { manifest } = await openTape(tapeIn(tapesDir));
  expect(manifest.provenance).toEqual([{ model: 'gpt-4-0613', ...PROVENANCE, batch: expect.any(String) }]);
});

test('ingestBatch() takes a hand-off, counts its tokens here, and claims nothing that it does not know', async () => {
  const { ingest, entryOf } = await exported([TOAST]);
  expect(await ingest([handOff(TOAST, 'find(bread)')])).toEqual({ ...NOTHING, recorded: 1 });
  expect(await entryOf(TOAST)).toMatchObject({ source: 'batch', reply: { text: 'find(bread)', latencyMs: null } });
});

test('ingestBatch() says of hand-offs that their tokens were counted here, and nothing of sampling', async () => {
  const { tapesDir, ingestAs } = await exported([TOAST, MUG]);
  const { sampling: _, tokenCounts: __, ...declared } = PROVENANCE;
  await ingestAs(declared, [[handOff(TOAST, 'a'), response(MUG, 'b')]]);
  const { manifest } = await openTape(tapeIn(tapesDir));
  expect(manifest.provenance).toEqual([
    {
      model: 'gpt-4-0613',
      ...declared,
      sampling: 'as requested',
      tokenCounts: 'as reported',
      batch: expect.any(String),
    },
    {
      model: 'gpt-4-0613',
      ...declared,
      sampling: 'unknown',
      tokenCounts: 'computed locally from the visible text with cl100k_base (gpt-tokenizer)',
      batch: expect.any(String),
    },
  ]);
  expect((await verifyTapes(tapesDir)).problems).toEqual([]);
});

test('ingestBatch() takes refusals and empty answers, and knows them again', async () => {
  const { ingest, entryOf } = await exported([TOAST, MUG]);
  const message = { content: null, refusal: 'Not with knives.' };
  const lines = [responseOf(TOAST, { choices: [{ message, finish_reason: 'stop' }] }), handOff(MUG, '')];
  expect(await ingest(lines)).toEqual({ ...NOTHING, recorded: 2 });
  expect(await entryOf(TOAST)).toMatchObject({ reply: { text: '', refusal: 'Not with knives.' } });
  expect(await ingest(lines)).toEqual({ ...NOTHING, alreadyRecorded: 2 });
});

test('ingestBatch() forgets what was answered and keeps what still waits', async () => {
  const { ingest, pendingPath } = await exported([TOAST, MUG]);
  expect(await ingest([handOff(TOAST, 'a')])).toMatchObject({ recorded: 1, pending: 1 });
  expect(readFileSync(pendingPath, 'utf8')).toContain(MUG.entry.key);
  expect(readFileSync(pendingPath, 'utf8')).not.toContain(TOAST.entry.key);
  expect(await ingest([handOff(MUG, 'b')])).toMatchObject({ recorded: 1, pending: 0 });
  expect(existsSync(pendingPath)).toBe(false);
});

test('ingestBatch() does nothing at answers that are recorded word for word', async () => {
  const { ingest, contentOf } = await exported([TOAST, MUG]);
  const lines = [handOff(TOAST, 'a'), handOff(MUG, 'b')];
  await ingest(lines);
  const before = contentOf();
  expect(await ingest(lines)).toEqual({ ...NOTHING, alreadyRecorded: 2 });
  expect(contentOf()).toBe(before);
});

test('ingestBatch() takes the same answer twice for one', async () => {
  const { ingest } = await exported([TOAST]);
  expect(await ingest([handOff(TOAST, 'a'), handOff(TOAST, 'a'), response(TOAST, 'a')])).toEqual({
    ...NOTHING,
    recorded: 1,
  });
});

test('ingestBatch() takes neither of two answers that differ, in one file or in two', async () => {
  const { ingest } = await exported([TOAST, MUG]);
  const report = await ingest([handOff(TOAST, 'a'), handOff(MUG, 'b')], [handOff(TOAST, 'c')]);
  expect(report).toMatchObject({ recorded: 1, pending: 1 });
  expect(report.conflicting.map(({ path, line, message }) => [path.slice(-7), line, message.slice(-8)])).toEqual([
    ['0.jsonl', 1, ', line 1'],
    ['1.jsonl', 1, ', line 1'],
  ]);
});

test('ingestBatch() lists answers that differ as conflicting only, though nobody waits for them', async () => {
  const { ingest } = await exported([TOAST]);
  const report = await ingest([handOff(MUG, 'a'), handOff(MUG, 'b')]);
  expect(report).toMatchObject({
    ...NOTHING,
    pending: 1,
    conflicting: [{ line: 1 }, { line: 2 }],
    waiting: [{ suite: 'household' }],
  });
});

test('ingestBatch() never puts an answer in the place of another', async () => {
  const { ingest, textOf } = await exported([TOAST]);
  await ingest([handOff(TOAST, 'a')]);
  const report = await ingest([handOff(TOAST, 'b')]);
  expect(report).toMatchObject({
    recorded: 0,
    conflicting: [{ line: 1, message: expect.stringContaining('another answer is recorded') }],
  });
  expect(await textOf(TOAST)).toBe('a');
});

test('ingestBatch() never takes a failure, and lists it', async () => {
  const { ingest } = await exported([TOAST, MUG]);
  const failed = (recorded: Recording, more: object) =>
    JSON.stringify({ custom_id: customId(recorded.entry), ...more });
  const report = await ingest([
    failed(TOAST, { response: { status_code: 500, body: JSON.parse(chatBody('looks fine')) }, error: null }),
    failed(MUG, { response: { status_code: 200, body: JSON.parse(chatBody('looks fine')) }, error: { code: 'late' } }),
    failed(MUG, { response: { status_code: 200, body: { choices: [] } }, error: null }),
  ]);
  expect(report).toMatchObject({ recorded: 0, pending: 2 });
  expect(report.failed.map(({ line, customId: id }) => [line, id])).toEqual([
    [1, customId(TOAST.entry)],
    [2, customId(MUG.entry)],
    [3, customId(MUG.entry)],
  ]);
});

test('ingestBatch() takes the answer to a request that failed first', async () => {
  const { ingest } = await exported([TOAST]);
  const failed = JSON.stringify({
    custom_id: customId(TOAST.entry),
    response: { status_code: 429, body: {} },
    error: null,
  });
  expect(await ingest([failed, response(TOAST, 'a')])).toMatchObject({ recorded: 1, failed: [{ line: 1 }] });
});

test('ingestBatch() lists what nobody waits for and what is no answer, with file and line', async () => {
  const { ingest } = await exported([TOAST]);
  const stranger = JSON.stringify({ custom_id: '__proto__', content: 'a' });
  expect(await ingest(['{', stranger, handOff(TOAST, 'a')])).toMatchObject({
    recorded: 1,
    malformed: [{ path: expect.stringMatching(/answers-0\.jsonl$/), line: 1, customId: null }],
    unknown: [{ path: expect.stringMatching(/answers-0\.jsonl$/), line: 2, customId: '__proto__' }],
  });
});

test('ingestBatch() does not believe pending requests that were changed', async () => {
  const { ingest, pendingPath } = await exported([TOAST]);
  writeFileSync(pendingPath, readFileSync(pendingPath, 'utf8').replace('toast"}', 'roast"}'));
  await expect(ingest([handOff(TOAST, 'a')])).rejects.toThrow('pending.jsonl", line 1: it is damaged');
});

test('ingestBatch() gives two suites that wait for one address the same answer', async () => {
  const { tapesDir, ingest } = await exported([TOAST], ['household', 'ablations']);
  expect(await ingest([handOff(TOAST, 'a')])).toMatchObject({ recorded: 2, pending: 0 });
  for (const suite of ['household', 'ablations']) {
    expect(await (await openTape({ ...tapeIn(tapesDir), suite })).find(TOAST.entry)).toMatchObject({
      reply: { text: 'a' },
    });
  }
});

test('ingestBatch() goes on where it was killed between the journal and the list of what waits', async () => {
  const { tapesDir, ingest } = await exported([TOAST, MUG]);
  await record(tapeIn(tapesDir), [recording('toast', { text: 'a' })]);
  expect(await ingest([handOff(TOAST, 'a'), handOff(MUG, 'b')])).toMatchObject({
    recorded: 1,
    alreadyRecorded: 1,
    pending: 0,
  });
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
  expect(await (await openTape(tapeIn(tapesDir))).find(address)).toMatchObject({
    reply: {
      vectors: [
        [0, 0.5],
        [1, 0.5],
      ],
    },
  });
  expect((await verifyTapes(tapesDir)).problems).toEqual([]);
});

test('ingestBatch() refuses a provenance that says nothing', async () => {
  const { ingestAs } = await exported([TOAST]);
  await expect(ingestAs({ ...PROVENANCE, provider: '' }, [])).rejects.toThrow(IngestError);
});

test('ingestBatch() refuses what is no file, before it takes anything', async () => {
  const { tapesDir, entryOf } = await exported([TOAST]);
  const answers = join(tapesDir, 'answers.jsonl');
  writeFileSync(answers, handOff(TOAST, 'a'));
  const missing = join(tapesDir, 'missing.jsonl');
  const options = { tapesDir, provenance: PROVENANCE };
  await expect(ingestBatch([answers, missing], options)).rejects.toThrow(`"${missing}": there is no such file`);
  await expect(ingestBatch([answers, join(tapesDir, 'household')], options)).rejects.toThrow(
    `"${tapesDir}/household": there is no answers.jsonl`,
  );
  await expect(ingestBatch([missing], options)).rejects.toThrow(IngestError);
  expect(await entryOf(TOAST)).toBeNull();
});

const NOTHING = {
  recorded: 0,
  alreadyRecorded: 0,
  pending: 0,
  failed: [],
  unknown: [],
  conflicting: [],
  malformed: [],
  missing: [],
  waiting: [],
};

/** Tapes that wait for answers to some requests. */
async function exported(recordings: readonly Recording[], suites: readonly string[] = ['household']) {
  const folder = temporaryFolder(onTestFinished);
  const tapesDir = join(folder, 'tapes');
  const misses = suites.flatMap((suite) =>
    recordings.map(({ entry: { task, trial, key, occurrence }, request }) => {
      return { suite, model: 'gpt-4-0613', task, trial, key, occurrence, ...request, ...ASKED_BY };
    }),
  );
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
    textOf: async (recorded: Recording) => Reflect.get((await entryOf(recorded))?.reply ?? {}, 'text'),
    contentOf: () => readFileSync(join(files.dir, 'house_1.make_toast.replies.jsonl'), 'utf8'),
  };
}

function response({ entry }: Recording, text: string): string {
  return responseOf({ entry }, JSON.parse(chatBody(text)));
}

function responseOf({ entry }: Pick<Recording, 'entry'>, body: unknown): string {
  return JSON.stringify({ id: 'x', custom_id: customId(entry), response: { status_code: 200, body }, error: null });
}

function handOff({ entry }: Recording, content: string): string {
  return JSON.stringify({ custom_id: customId(entry), content });
}

describe('answer reply', () => {
  const { request } = recording('toast');

  test('answerReply() counts the tokens of a hand-off here', async () => {
    expect(await answerReply(handedOff(null), request)).toEqual({
      ok: true,
      reply: {
        text: 'find(bread)',
        finishReason: 'unknown',
        usage: { promptTokens: 8, completionTokens: 4 },
        latencyMs: null,
        model: 'gpt-4-0613',
      },
    });
  });

  test.each([
    [null, 'gpt-4-0613'],
    ['', 'gpt-4-0613'],
    ['gpt-4-0613', 'gpt-4-0613'],
    ['GPT-4-0613', 'GPT-4-0613'],
    ['gpt-4-0613-EU.2', 'gpt-4-0613-EU.2'],
    ['gpt-4-0613@today', 'gpt-4-0613@today'],
  ])('answerReply() takes a hand-off that names its model as %j for one of "%s"', async (named, model) => {
    expect(await answerReply(handedOff(named), request)).toMatchObject({ ok: true, reply: { model } });
  });

  test.each(['gpt-2', 'gpt-4', 'gpt-4-06130', 'x-gpt-4-0613'])(
    'answerReply() refuses a hand-off of "%s"',
    async (named) => {
      const reason = `"${named}" answered what "gpt-4-0613" was asked`;
      expect(await answerReply(handedOff(named), request)).toEqual({ ok: false, reason });
    },
  );

  function handedOff(model: string | null) {
    const place = { path: 'answers.jsonl', line: 1 };
    return { ...place, kind: 'handed_off' as const, customId: 'x', text: 'find(bread)', finishReason: null, model };
  }
});

test('answerFiles() finds what is below a folder of chunks, in order, and the requests that lie beside', () => {
  const at = folderWith(
    '002/answers.jsonl',
    '001/answers.jsonl',
    '001/requests.jsonl',
    '003/requests.jsonl',
    '001/notes.txt',
  );
  expect(answerFiles([at()])).toEqual({
    answers: [at('001/answers.jsonl'), at('002/answers.jsonl')],
    requests: [at('001/requests.jsonl'), at('003/requests.jsonl')],
  });
  expect(answerFiles([at('001')])).toEqual({
    answers: [at('001/answers.jsonl')],
    requests: [at('001/requests.jsonl')],
  });
});

test('answerFiles() takes a file by any name, and each once', () => {
  const at = folderWith('001/answers.jsonl', '001/mine.jsonl', '001/requests.jsonl');
  expect(answerFiles([at('001/mine.jsonl'), at('001/answers.jsonl'), at('001')])).toEqual({
    answers: [at('001/mine.jsonl'), at('001/answers.jsonl')],
    requests: [at('001/requests.jsonl')],
  });
});

test('answerFiles() refuses a folder without answers, and what is not there', () => {
  const at = folderWith('001/requests.jsonl');
  mkdirSync(at('002/answers.jsonl'), { recursive: true });
  expect(() => answerFiles([at()])).toThrow(IngestError);
  expect(() => answerFiles([at()])).toThrow('there is no answers.jsonl in this folder or below it');
  expect(() => answerFiles([at('nowhere')])).toThrow('there is no such file, or you may not read it');
});

function folderWith(...files: readonly string[]): (path?: string) => string {
  const folder = temporaryFolder(onTestFinished);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return (path = '') => join(folder, path);
}
