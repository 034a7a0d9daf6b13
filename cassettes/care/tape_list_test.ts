import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tapeOf } from '../testing/recorded_tape.ts';
import { ANSWERING, leaveJournal, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { listTapes } from './tape_list.ts';

test('listTapes() counts what is on each tape', async () => {
  const tapesDir = temporaryFolder(onTestFinished);
  const again = recording('toast', { trial: 2 });
  await record(tapeIn(tapesDir), [recording('toast'), again, recording('a', { task: 'b/c' })]);
  await record({ ...tapeIn(tapesDir), suite: 'ablations' }, [recording('toast')]);
  mkdirSync(join(tapesDir, 'empty', 'nothing'), { recursive: true });
  const model = 'gpt-4-0613';
  const counts = { tasks: 2, replies: 3, requests: 2, bytes: expect.any(Number), unfinished: false, journaled: 0 };
  expect(await listTapes(tapesDir)).toEqual([
    expect.objectContaining({ suite: 'ablations', tasks: 1, replies: 1, requests: 1 }),
    { suite: 'household', model, ...counts, provenance: [{ model, ...ANSWERING }] },
  ]);
});

test('listTapes() marks a recording that was left unfinished, the first of a tape among them, and counts what waits', async () => {
  const name = await tapeOf([recording('toast')]);
  leaveJournal(name, []);
  leaveJournal({ ...name, suite: 'new' }, [recording('toast'), recording('mug')]);
  expect(await listTapes(name.tapesDir)).toMatchObject([
    { suite: 'household', unfinished: true, journaled: 0 },
    { suite: 'new', model: 'gpt-4-0613', replies: 0, unfinished: true, journaled: 2 },
  ]);
  expect(await listTapes(join(name.tapesDir, 'nowhere'))).toEqual([]);
});

test('10,000 recordings with prompts of 8 KB fit into 30 MB', async () => {
  const tapesDir = temporaryFolder(onTestFinished);
  const recordings = Array.from({ length: 1_000 }, (_, index) => {
    const task = `house_${index % 4}/task_${index % 20}`;
    return recording(promptOf(index), { task, text: `Reasoning: ${index}\n${shuffledLines(index, 12)}` });
  });
  await record(tapeIn(tapesDir), recordings);
  const prompt = promptOf(1);
  expect(prompt.length).toBeGreaterThan(7_500);
  expect((await listTapes(tapesDir))[0]?.bytes).toBeLessThan(3_000_000);
});

function promptOf(index: number): string {
  const instructions = Array.from({ length: 60 }, (_, line) => `${line}. Rule ${line} of the house is this one.`);
  return `${instructions.join('\n')}\n${shuffledLines(index, 180)}`;
}

function shuffledLines(seed: number, count: number): string {
  const name = (at: string) => {
    const number = Number.parseInt(hash('sha256', `${seed} ${at}`, 'hex').slice(0, 8), 16);
    return `${WORDS[number % WORDS.length]}${number % 400}`;
  };
  return Array.from({ length: count }, (_, line) => `(${name(`${line} a`)}, ON, ${name(`${line} b`)})`).join('\n');
}

const WORDS = 'mug kitchencounter desk toothbrush facecream bathroomcabinet fridge bread plate'.split(' ');
