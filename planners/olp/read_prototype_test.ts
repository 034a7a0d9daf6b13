import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { readPrototype } from './read_prototype.ts';

describe('readPrototype()', () => {
  test.each([
    ['Prototype #2', 2],
    ['**Prototype #2** is the closest.', 2],
    ['The closest is prototype 2, since it stacks.', 2],
    ['PROTOTYPE: #2.', 2],
    ['Prototype no. 2', 2],
    ['Prototype #2, not Prototype #1', 2],
    ['2', 2],
    ['"#2."', 2],
  ])('%s', (reply, choice) => {
    expect(readPrototype(reply, 3, new ParseLog())).toEqual({ ok: true, value: choice, accepted: 1 });
  });

  test.each([
    ['None of them.', 'malformed', 'names no prototype'],
    ['', 'malformed', 'names no prototype'],
    ['There are 2 of them', 'malformed', 'names no prototype'],
    ['Prototype #4', 'argument', 'there is no prototype #4'],
    ['Prototype #0', 'argument', 'there is no prototype #0'],
  ])('%s: the nearest', (reply, kind, reason) => {
    const log = new ParseLog();
    expect(readPrototype(reply, 3, log)).toEqual({ ok: true, value: 1, accepted: 0 });
    expect(log.note('prototype', 0)).toMatchObject({ discarded: [{ kind, reason }], remarks: [expect.any(String)] });
  });

  test('remarks on a second choice', () => {
    const log = new ParseLog();
    readPrototype('Prototype #2 or Prototype #3', 3, log);
    expect(log.note('prototype', 1)).toMatchObject({
      remarks: ['more than one prototype is named: the first one counts'],
    });
  });
});
