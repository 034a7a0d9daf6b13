import { expect, test } from 'vitest';
import { recording } from '../testing/tape_fixture.ts';
import { entrySchema } from './entry.ts';
import { checkReplyLine } from './replies_file.ts';
import { sealLine } from './sealed_line.ts';

const TASK = 'house_1/make_toast';

test('checkReplyLine() gives the address of a line that comes after the one above', () => {
  const { task, trial, key } = recording('toast').entry;
  const second = lineOf(recording('toast', { occurrence: 2 }));
  expect(checkReplyLine(second, TASK, { task, trial, key, occurrence: 1 })).toEqual({
    task,
    trial,
    key,
    occurrence: 2,
  });
});

test.each([1, 2])('checkReplyLine() refuses occurrence 1 below occurrence %i', (occurrence) => {
  const above = { ...recording('toast').entry, occurrence };
  expect(checkReplyLine(lineOf(recording('toast')), TASK, above)).toBe('it is not sorted by address');
});

function lineOf({ entry }: ReturnType<typeof recording>) {
  return { bytes: Buffer.from(sealLine(entrySchema.parse(entry))), number: 1, offset: 0, ended: true };
}
