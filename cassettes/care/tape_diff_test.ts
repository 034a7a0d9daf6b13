import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { diffTapeFolders } from './tape_diff.ts';

test('diffTapeFolders() lists what was added, removed and answered differently, by address', async () => {
  const { before, after } = folders();
  await record(tapeIn(before), [recording('same'), recording('gone'), recording('changed')]);
  await record(tapeIn(after), [recording('same'), recording('new'), recording('changed', { text: 'otherwise' })]);
  const addressOf = (prompt: string) => expect.objectContaining({ key: recording(prompt).entry.key });
  const textOf = (text: string) => expect.objectContaining({ text });
  const lists = { added: [addressOf('new')], removed: [addressOf('gone')] };
  const changed = [{ address: addressOf('changed'), before: textOf('re: changed'), after: textOf('otherwise') }];
  const diff = { suite: 'household', model: 'gpt-4-0613', unchanged: 1, ...lists, changed };
  expect(await diffTapeFolders(before, after)).toEqual([diff]);
});

test('diffTapeFolders() takes a tape that is missing for an empty one', async () => {
  const { before, after } = folders();
  await record({ ...tapeIn(before), suite: 'old' }, [recording('a')]);
  await record({ ...tapeIn(after), suite: 'new' }, [recording('a')]);
  const diffs = await diffTapeFolders(before, after);
  expect(diffs.map(({ suite, added, removed }) => `${suite} ${added.length} ${removed.length}`)).toEqual([
    'new 1 0',
    'old 0 1',
  ]);
});

function folders() {
  const folder = temporaryFolder(onTestFinished);
  return { before: join(folder, 'before'), after: join(folder, 'after') };
}
