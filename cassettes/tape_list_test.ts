import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ANSWERING, record, recording, startJournal, tapeIn, temporaryFolder } from './tape_fixture.ts';
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
  expect(listTapes(tapesDir)).toEqual([
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
    },
  ]);
});

test('listTapes() marks a recording that was left unfinished', async () => {
  const tapesDir = temporaryFolder(onTestFinished);
  await record(tapeIn(tapesDir), [recording('toast')]);
  startJournal(tapeIn(tapesDir)).close();
  expect(listTapes(tapesDir)).toMatchObject([{ unfinished: true }]);
});

test('listTapes() finds nothing where there is no folder', () => {
  expect(listTapes(join(temporaryFolder(onTestFinished), 'nowhere'))).toEqual([]);
});
