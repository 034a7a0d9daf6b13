import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { listTapes } from '../care/tape_list.ts';
import { verifyTapes } from '../care/tape_verify.ts';
import { type Disk, disk } from '../disk/disk.ts';
import { addressId } from '../format/entry.ts';
import type { Recording } from '../format/journal.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { tapeOf } from '../testing/recorded_tape.ts';
import {
  ANSWERING,
  contentOf,
  leaveJournal,
  record,
  recording,
  tapeIn,
  temporaryFolder,
} from '../testing/tape_fixture.ts';
import { openForWriting } from './open_for_writing.ts';
import { rewriteTape } from './rewrite_tape.ts';

const TOAST = recording('toast');
const MUG = recording('mug');
const AGAIN = recording('toast', { trial: 10 });
const WASH = recording('wash', { task: 'house_2/wash' });

test('rewriteTape() writes replies sorted by address, and each request once, sorted by key', async () => {
  const name = await tapeOf([WASH, AGAIN, MUG, TOAST]);
  const content = contentOf(name);
  const keys = [TOAST.entry.key, MUG.entry.key].toSorted();
  const replies = linesOf(content.get('house_1.make_toast.replies.jsonl'));
  expect(replies.map(({ trial, key }) => `${trial} ${key}`)).toEqual([
    ...keys.map((key) => `1 ${key}`),
    `10 ${TOAST.entry.key}`,
  ]);
  expect(linesOf(content.get('house_1.make_toast.requests.jsonl.gz')).map(({ key }) => key)).toEqual(keys);
  const files = ['house_1.make_toast', 'house_2.wash'].flatMap((task) => [
    `${task}.replies.jsonl`,
    `${task}.requests.jsonl.gz`,
  ]);
  expect([...content.keys()]).toEqual([...files, 'manifest.json']);
});

test('rewriteTape() gives the same bytes however many runs recorded, and in whatever order', async () => {
  const prompts = fc.record({
    prompt: fc.constantFrom('a', 'b', 'c'),
    trial: fc.integer({ min: 1, max: 11 }),
    occurrence: fc.integer({ min: 1, max: 2 }),
    task: fc.constantFrom('house_1/make_toast', 'house_2/wash'),
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(prompts, { minLength: 1, selector: (p) => JSON.stringify(p) }), async (list) => {
      const folder = temporaryFolder(onTestFinished);
      const recordings = list.map(({ prompt, ...place }) => recording(prompt, place));
      const half = recordings.length >> 1;
      const once = tapeIn(join(folder, 'once'));
      const twice = tapeIn(join(folder, 'twice'));
      await record(once, recordings);
      await record(twice, recordings.toReversed().slice(half));
      await record(twice, recordings.toReversed().slice(0, half));
      expect(contentOf(twice)).toEqual(contentOf(once));
      expect(await verifyTapes(join(folder, 'twice'))).toMatchObject({ replies: list.length, problems: [] });
    }),
    { numRuns: 25 },
  );
});

test('rewriteTape() takes off entries, the requests that only they had, and tasks that are left with none', async () => {
  const name = await tapeOf([TOAST, MUG, AGAIN, WASH]);
  await rewriteTape(name, { journal: null, keep: ({ key, trial }) => key === TOAST.entry.key && trial === 10 }, disk);
  expect(await textsOf(name)).toEqual(new Map([[id(AGAIN), 're: toast']]));
  expect([...contentOf(name).keys()].filter((file) => file.startsWith('house_2'))).toEqual([]);
  expect(await verifyTapes(name.tapesDir)).toMatchObject({ requests: 1, problems: [] });
});

test('rewriteTape() puts a new answer in the place of the old one, and claims no one who did not answer', async () => {
  const name = await tapeOf([TOAST]);
  const somebodyElse = { ...ANSWERING, source: 'batch', provider: 'somebody else' } as const;
  const { entry } = recording('toast', { text: 'a better answer' });
  await record(name, [{ ...TOAST, entry: { ...entry, source: 'batch' } }], somebodyElse);
  expect(await textsOf(name)).toEqual(new Map([[id(TOAST), 'a better answer']]));
  expect((await verifyTapes(name.tapesDir)).problems).toEqual([]);
  const { manifest } = await openTape(name);
  expect(manifest.provenance.map(({ provider }) => provider)).toEqual(['somebody else']);
  expect(manifest.tasks['house_1/make_toast']?.answers).toEqual([{ source: 'batch', model: 'gpt-4-0613', entries: 1 }]);
});

type Change = (name: TapeName, disk: Disk) => Promise<void>;

test.each<[string, (name: TapeName) => Promise<void>, Change]>([
  ['a recording while it is stored', begin, store],
  ['the first recording of a tape while it is stored', journal, store],
  [
    'entries and a task as they are taken off',
    (name) => record(name, [TOAST, MUG, AGAIN, WASH]),
    (name, dying) => rewriteTape(name, { journal: null, keep: ({ key }) => key === TOAST.entry.key }, dying),
  ],
])('%s, killed anywhere: the tape can be read at once, and comes out as it should', async (_, made, changed) => {
  const folder = temporaryFolder(onTestFinished);
  const expected = tapeIn(join(folder, 'expected'));
  await made(expected);
  const before = await textsOf(expected);
  await changed(expected, disk);
  const after = await textsOf(expected);

  let commits = 0;
  for (let killedAt = 0; ; killedAt += 1) {
    const name = tapeIn(join(folder, String(killedAt)));
    await made(name);
    const change = changed(name, diskThatDiesAfter(killedAt)).then(() => 'done');
    if ((await change.catch(() => 'killed')) === 'done') break;
    const place = `killed at operation ${killedAt}`;
    const isRewriteCommitted = existsSync(tapeFiles(name).manifestNext);
    if (isRewriteCommitted) commits += 1;
    expect([before, after], place).toContainEqual(await textsOf(name));
    expect(await verifyTapes(name.tapesDir), place).toMatchObject({ tapes: 1, problems: [] });
    expect(await listTapes(name.tapesDir), place).toMatchObject([{ suite: name.suite, model: name.model }]);
    (await openForWriting(name, disk))();
    if (isRewriteCommitted) expect(contentOf(name), place).toEqual(contentOf(expected));
    await changed(name, disk);
    expect(contentOf(name), place).toEqual(contentOf(expected));
    expect(await verifyTapes(name.tapesDir), place).toMatchObject({ problems: [], waiting: [] });
  }
  expect(commits).toBeGreaterThan(4);
});

async function begin(name: TapeName): Promise<void> {
  await record(name, [TOAST, MUG]);
  await journal(name);
}

async function journal(name: TapeName): Promise<void> {
  const fresh = recording('cook', { task: 'house_3/cook' });
  leaveJournal(name, [AGAIN, WASH, fresh, recording('mug', { text: 'a better answer' })]);
}

async function store(name: TapeName, dying: Disk): Promise<void> {
  (await openForWriting(name, dying))();
}

/** Fails at an operation and at every later one, as if the process were gone; a write that dies leaves half a file. */
function diskThatDiesAfter(operations: number): Disk {
  let left = operations;
  const live = () => {
    left -= 1;
    if (left < 0) throw new Error('The process was killed');
  };
  return {
    open: disk.open,
    async write(path, chunks, options) {
      if (left === 0) await disk.write(path, ['{"half'], options);
      live();
      await disk.write(path, chunks, options);
    },
    rename(from, to) {
      live();
      disk.rename(from, to);
    },
    remove(path) {
      live();
      disk.remove(path);
    },
  };
}

async function textsOf(name: TapeName): Promise<ReadonlyMap<string, unknown>> {
  const tape = await openTape(name);
  const texts = new Map<string, unknown>();
  for await (const address of tape.addresses()) {
    texts.set(addressId(address), Reflect.get((await tape.find(address))?.reply ?? {}, 'text'));
  }
  await tape.close();
  return texts;
}

function id({ entry }: Recording): string {
  return addressId(entry);
}

function linesOf(text = ''): { key: string; trial: number }[] {
  return Array.from(text.trimEnd().split('\n'), (line) => JSON.parse(line));
}
