import { expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { readList } from './read_list.ts';

test('readList() takes numbered and marked lines, and discards the rest', () => {
  const log = new ParseLog();
  const reply = 'Sure:\n```\n1. Pick it.\n 2) Place it.\r\n- cup\n* tray\n• pan\n**Step 3:** Stir.\n\nDone.\n```';
  expect(readList(reply, log)).toEqual({
    ok: true,
    value: ['Pick it.', 'Place it.', 'cup', 'tray', 'pan', 'Stir.'],
    accepted: 6,
  });
  expect(log.note('plan_sketch', 6)).toMatchObject({
    discarded: [
      { line: 1, kind: 'prose', text: 'Sure:' },
      { line: 10, kind: 'prose', text: 'Done.' },
    ],
  });
});

test('readList() has bounds', () => {
  const log = new ParseLog();
  expect(readList(`- ${'x'.repeat(501)}\n${'- cup\n'.repeat(300)}`, log).accepted).toBe(200);
  expect(log.note('used_objects', 200)).toMatchObject({ discardedCounts: { too_much: 101 } });
});
