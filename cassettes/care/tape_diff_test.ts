import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { diffTapeFolders, diffTapes } from './tape_diff.ts';

test('diffTapeFolders() lists what was added, removed and answered differently, by address', async () => {
  const { before, after } = folders();
  await record(tapeIn(before), [recording('same'), recording('gone'), recording('changed')]);
  await record(tapeIn(after), [recording('same'), recording('new'), recording('changed', { text: 'otherwise' })]);
  const addressOf = (prompt: string) => expect.objectContaining({ key: recording(prompt).entry.key });
  const textOf = (text: string) => expect.objectContaining({ text });
  expect(await diffTapeFolders(before, after)).toEqual([
    {
      ...{ suite: 'household', model: 'gpt-4-0613', unchanged: 1 },
      ...{ added: [addressOf('new')], removed: [addressOf('gone')] },
      changed: [{ address: addressOf('changed'), before: textOf('re: changed'), after: textOf('otherwise') }],
    },
  ]);
});

test('diffTapeFolders() takes a tape that is missing for an empty one', async () => {
  const { before, after } = folders();
  await record({ ...tapeIn(before), suite: 'old' }, [recording('a')]);
  await record({ ...tapeIn(after), suite: 'new' }, [recording('a')]);
  const diffs = await diffTapeFolders(before, after);
  expect(diffs.map(({ suite, added, removed }) => [suite, added.length, removed.length])).toEqual([
    ['new', 1, 0],
    ['old', 0, 1],
  ]);
});

test('diffTapes() finds nothing between a tape and itself', async () => {
  const name = tapeIn(folders().before);
  await record(name, [recording('a'), recording('b')]);
  expect(await diffTapes(name, name)).toMatchObject({ added: [], removed: [], changed: [], unchanged: 2 });
});

function folders() {
  const folder = temporaryFolder(onTestFinished);
  return { before: join(folder, 'before'), after: join(folder, 'after') };
}
