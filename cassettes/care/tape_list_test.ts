import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Recording } from '../format/journal.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { ANSWERING, record, recording, startJournal, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { listTapes } from './tape_list.ts';

test('listTapes() counts what is on each tape', async () => {
  const tapesDir = temporaryFolder(onTestFinished);
  await record(tapeIn(tapesDir), [
    recording('toast'),
    recording('toast', { trial: 2 }),
    recording('a', { task: 'b/c' }),
  ]);
  await record({ ...tapeIn(tapesDir), suite: 'ablations' }, [recording('toast')]);
  mkdirSync(join(tapesDir, 'empty', 'nothing'), { recursive: true });
  expect(await listTapes(tapesDir)).toEqual([
    expect.objectContaining({ suite: 'ablations', tasks: 1, replies: 1, requests: 1 }),
    {
      suite: 'household',
      model: 'gpt-4-0613',
      tasks: 2,
      replies: 3,
      requests: 2,
      bytes: expect.any(Number),
      provenance: [{ model: 'gpt-4-0613', ...ANSWERING }],
      unfinished: false,
      journaled: 0,
    },
  ]);
});

test('listTapes() marks a recording that was left unfinished, and counts the answers that wait', async () => {
  const tapesDir = temporaryFolder(onTestFinished);
  await record(tapeIn(tapesDir), [recording('toast')]);
  leaveJournal(tapeIn(tapesDir), []);
  expect(await listTapes(tapesDir)).toMatchObject([{ unfinished: true, journaled: 0 }]);
});

test('listTapes() lists a tape whose first recording was killed', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  mkdirSync(tapeFiles(name).dir, { recursive: true });
  leaveJournal(name, [recording('toast'), recording('mug')]);
  expect(await listTapes(name.tapesDir)).toMatchObject([
    { suite: 'household', model: 'gpt-4-0613', replies: 0, unfinished: true, journaled: 2 },
  ]);
});

function leaveJournal(name: TapeName, recordings: readonly Recording[]): void {
  const journal = startJournal(name);
  journal.append(recordings);
  journal.close();
}

test('10,000 recordings with prompts of 8 KB fit into 30 MB', async () => {
  const tapesDir = temporaryFolder(onTestFinished);
  // A tenth of each is enough: size grows with the number.
  const recordings = Array.from({ length: 1_000 }, (_, index) => {
    const task = `house_${index % 4}/task_${index % 20}`;
    return recording(promptOf(index), { task, text: `Reasoning: ${index}\n${shuffledLines(index, 12)}` });
  });
  await record(tapeIn(tapesDir), recordings);
  const prompt = promptOf(1);
  expect(prompt.length).toBeGreaterThan(7_500);
  expect((await listTapes(tapesDir))[0]?.bytes).toBeLessThan(3_000_000);
});

/** Instructions that never change, then what was seen, which does. */
function promptOf(index: number): string {
  const instructions = Array.from({ length: 60 }, (_, line) => `${line}. Rule ${line} of the house is this one.`);
  return `${instructions.join('\n')}\n${shuffledLines(index, 180)}`;
}

/** Lines as they stand in an observation, in an order of their own. */
function shuffledLines(seed: number, count: number): string {
  let state = seed + 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const lines = Array.from({ length: count }, () => {
    return `(${WORDS[random(WORDS.length)]}${random(400)}, ON, ${WORDS[random(WORDS.length)]}${random(400)})`;
  });
  return lines.join('\n');
}

const WORDS = [
  'mug',
  'kitchencounter',
  'desk',
  'toothbrush',
  'facecream',
  'bathroomcabinet',
  'fridge',
  'bread',
  'plate',
];

test('listTapes() finds nothing where there is no folder', async () => {
  expect(await listTapes(join(temporaryFolder(onTestFinished), 'nowhere'))).toEqual([]);
});
