import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../care/tape_verify.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { ANSWERING, missOf as missedOf, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { ingestBatch } from './batch_ingest.ts';
import { CHUNK_ATTRIBUTES, type ChunkOptions, exportChunks } from './chunk_export.ts';
import type { Miss } from './missed_requests.ts';

const PROVENANCE = { ...ANSWERING, source: 'batch' as const, channel: 'by hand' };

test('exportChunks() writes a folder a chunk, none with a scene or a family of tasks twice', async () => {
  const { folder, write, requestsIn } = setUp();
  const tasks = { toast_1: 'toast', toast_2: 'toast', fridge: null };
  const misses = ['house_1', 'house_2', 'house_3'].flatMap((scene) =>
    Object.entries(tasks).map(([task, family]) => missOf(`${scene} ${task}`, { task: `${scene}/${task}`, family })),
  );
  const { files } = await write(misses);
  const expected = [1, 2, 3, 4, 5, 6].map((chunk) => join(folder, `00${chunk}/requests.jsonl`));
  expect(files.map(({ path }) => path)).toEqual(expected);
  const labels = files.map(({ path }) => requestsIn(path).map(({ prompt }) => prompt));
  expect(labels.flat().toSorted()).toEqual(misses.map(({ task }) => task.replace('/', ' ')).toSorted());
  for (const chunk of labels) {
    for (const pattern of [/^house_\d/, /toast|fridge/])
      expect(new Set(chunk.map((label) => pattern.exec(label)?.[0])).size).toBe(chunk.length);
  }
});

test('exportChunks() gives requests of some purposes a chunk to themselves, if one of those who share them has it', async () => {
  const { write, requestsIn } = setUp();
  const misses = ['house_1', 'house_2', 'house_3'].flatMap((scene, at) =>
    ['program', 'assertion'].map((purpose) => {
      return { ...missOf(`${purpose} ${scene}`, { task: `${scene}/${purpose}_${at}` }), purpose };
    }),
  );
  const shared = { ...misses[0]!, planner: 'llm_state', purpose: 'policy' };
  const { files } = await write([shared, ...misses], { alone: ['program'] });
  const purposes = files.map(({ path }) =>
    requestsIn(path)
      .map(({ prompt }) => prompt.split(' ')[0])
      .join(),
  );
  expect(purposes.toSorted()).toEqual(['assertion,assertion,assertion', 'program', 'program', 'program']);
});

test('exportChunks() asks once for what planners and suites share, and knows them all', async () => {
  const { write, requestsIn } = setUp();
  const shared = missOf('same');
  const others = [{ planner: 'progprompt' }, { suite: 'ablations' }].map((change) => ({ ...shared, ...change }));
  const { files, unanswered } = await write([shared, ...others]);
  expect(files.flatMap(({ path }) => requestsIn(path))).toHaveLength(1);
  expect(unanswered.map(({ suite, planners }) => [suite, planners])).toEqual([
    ['household', ['llm_state', 'progprompt']],
    ['ablations', ['llm_state']],
  ]);
});

test('exportChunks() gives the same bytes for the same seed, whatever the order of misses', async () => {
  const { folder, write } = setUp();
  const misses = Array.from({ length: 12 }, (_, at) => missOf(`${at}`, { task: `house_${at % 4}/task_${at % 6}` }));
  await write(misses);
  await write(misses.toReversed(), { folder: `${folder}_again` });
  await write(misses, { folder: `${folder}_other`, seed: 1 });
  const bytes = (path: string) =>
    readdirSync(path).map((chunk) => readFileSync(join(path, chunk, 'requests.jsonl'), 'utf8'));
  expect(bytes(`${folder}_again`)).toEqual(bytes(folder));
  expect(bytes(`${folder}_other`)).not.toEqual(bytes(folder));
});

test('exportChunks() takes a new or an empty folder and no other, and leaves what lies beside it', async () => {
  const { folder, write } = setUp();
  const beside = join(dirname(folder), `.${basename(folder)}.part`);
  for (const each of [folder, beside]) mkdirSync(each);
  writeFileSync(join(beside, 'thesis.tex'), 'do not lose me');
  await write([missOf('toast')]);
  await expect(write([missOf('mug')])).rejects.toThrow(`"${folder}": it is not empty; name a new folder`);
  expect(readdirSync(folder)).toEqual(['001']);
  await expect(write([missOf('mug')], { folder: join(beside, 'thesis.tex') })).rejects.toThrow('it is not a folder');
  expect(readdirSync(beside)).toEqual(['thesis.tex']);
  expect(readdirSync(dirname(folder)).filter((name) => name.includes('.part'))).toEqual([basename(beside)]);
});

test('exportChunks() exports after a part was ingested only what still waits, and forgets the rest when told to', async () => {
  const { folder, tapesDir, write, requestsIn } = setUp();
  const misses = ['toast', 'mug', 'tea'].map((prompt, at) => missOf(prompt, { task: `house_${at}/${prompt}` }));
  const { files } = await write(misses, { size: 2 });
  expect(files).toHaveLength(2);
  const answered = requestsIn(files[0]!.path);
  writeFileSync(join(folder, '001/answers.jsonl'), answersTo(answered));
  const report = await ingestBatch([folder], { tapesDir, provenance: PROVENANCE });
  const [, { path: second } = files[0]!] = files;
  const left = requestsIn(second).map(({ custom_id }, at) => [second, at + 1, custom_id]);
  expect(report.missing.map(({ path, line, customId: id }) => [path, line, id])).toEqual(left);
  expect(report).toMatchObject({ recorded: answered.length, pending: left.length });

  const again = await write(misses, { folder: `${folder}_2`, size: 2 });
  const ids = again.files.flatMap(({ path }) => requestsIn(path).map(({ custom_id }) => custom_id));
  expect(ids.toSorted()).toEqual(left.map(([, , id]) => id).toSorted());

  await write([missOf('a new prompt')], { folder: `${folder}_3`, forget: true });
  const old = join(`${folder}_2`, '001/answers.jsonl');
  writeFileSync(old, answersTo(requestsIn(again.files[0]!.path)));
  expect(await ingestBatch([`${folder}_2`], { tapesDir, provenance: PROVENANCE })).toMatchObject({
    recorded: 0,
    pending: 1,
    missing: [],
    unknown: left.map((_, at) => ({ path: old, line: at + 1, message: 'its request is no longer pending' })),
  });
});

test('ingestBatch() keeps of each entry in which batch it came, and leaves those that name none as they are', async () => {
  const { folder, tapesDir, write, requestsIn } = setUp();
  const name = tapeIn(tapesDir);
  await record(name, [recording('old', { task: 'house_1/toast' })]);
  const replies = () => readFileSync(join(tapeFiles(name).dir, 'house_1.toast.replies.jsonl'), 'utf8').split('\n');
  const [before] = replies();
  const { files } = await write(['toast', 'mug', 'tea'].map((prompt) => missOf(prompt)));
  const sharedContext = { requestsMax: 10, apart: CHUNK_ATTRIBUTES };
  const monday = { ...PROVENANCE, note: 'by hand', sharedContext };
  const tuesday = { ...PROVENANCE, answeredOn: '2026-11-24' };
  const prompts = new Map<string, string>();
  for (const [at, provenance] of [monday, tuesday, monday].entries()) {
    const asked = requestsIn(files[at]?.path ?? '');
    writeFileSync(join(folder, `00${at + 1}`, 'answers.jsonl'), answersTo(asked));
    await ingestBatch([join(folder, `00${at + 1}`)], { tapesDir, provenance });
    for (const { prompt } of asked) prompts.set(prompt, provenance.note || provenance.answeredOn);
  }
  expect(replies()).toContain(before);
  const tape = await openTape(name);
  const { provenance, tasks } = tape.manifest;
  for (const prompt of ['toast', 'mug', 'tea']) {
    const batch = (await tape.find(recording(prompt, { task: 'house_1/toast' }).entry))?.batch;
    const [said, ...others] = provenance.filter((one) => one.batch === batch);
    expect([said?.note || said?.answeredOn, others]).toEqual([prompts.get(prompt), []]);
    expect(said?.sharedContext).toEqual(said?.note === '' ? undefined : sharedContext);
  }
  expect(provenance.filter(({ batch }) => batch === undefined)).toMatchObject([{ source: 'live' }]);
  expect(tasks['house_1/toast']?.answers.map(({ entries }) => entries).toSorted()).toEqual([1, 1, 2]);
  expect((await verifyTapes(tapesDir)).problems).toEqual([]);
});

function setUp() {
  const parent = temporaryFolder(onTestFinished);
  const tapesDir = join(parent, 'tapes');
  const folder = join(parent, 'chunks');
  const options: ChunkOptions = { tapesDir, folder, size: 10, apart: CHUNK_ATTRIBUTES, alone: [], seed: 0 };
  return {
    tapesDir,
    folder,
    write: (misses: readonly Miss[], more: Partial<ChunkOptions> = {}) => exportChunks(misses, { ...options, ...more }),
    requestsIn(path: string): { custom_id: string; prompt: string }[] {
      const requests = Array.from(readFileSync(path, 'utf8').trimEnd().split('\n'), (line) => JSON.parse(line));
      return requests.map(({ custom_id, body }) => ({ custom_id, prompt: body.messages[0].content }));
    },
  };
}

function answersTo(requests: readonly { readonly custom_id: string }[]): string {
  return requests.map(({ custom_id }) => `${JSON.stringify({ custom_id, content: 'fine' })}\n`).join('');
}

function missOf(prompt: string, { task = 'house_1/toast', family = null as string | null } = {}): Miss {
  return { ...missedOf(recording(prompt, { task })), family };
}
