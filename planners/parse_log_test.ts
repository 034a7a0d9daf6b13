import { expect, test } from 'vitest';
import { ParseLog } from './parse_log.ts';

test('ParseLog tells what was thrown away, by line, and what is worth a remark', () => {
  const log = new ParseLog();
  log.discard('malformed', { line: 7, text: 'move(' }, 'not closed');
  log.discard('prose', { line: 2, text: 'Sure!' }, 'holds no call');
  log.remark('a long plan');
  log.remarkNames('not in the observation', ['a', 'b']);
  log.remarkNames('rooms', []);
  expect(log.note('policy', 3)).toEqual({
    kind: 'parsed',
    purpose: 'policy',
    accepted: 3,
    discardedCounts: { malformed: 1, prose: 1 },
    discarded: [
      { line: 2, kind: 'prose', text: 'Sure!', reason: 'holds no call' },
      { line: 7, kind: 'malformed', text: 'move(', reason: 'not closed' },
    ],
    remarks: ['a long plan', 'not in the observation: "a", "b"'],
  });
});

test('ParseLog lists so many discards, and counts all', () => {
  const log = new ParseLog();
  for (let line = 1; line <= 1000; line++) log.discard('prose', { line, text: 'x'.repeat(100_000) }, 'holds no call');
  log.remarkNames('not in the observation', Array(1000).fill('y'.repeat(100_000)));
  const note = log.note('attention', 0);
  expect(JSON.stringify(note).length).toBeLessThan(50_000);
  expect(note).toMatchObject({ discardedCounts: { prose: 1000 }, remarks: [expect.stringMatching(/ and 990 more$/)] });
  expect(note.kind === 'parsed' && note.discarded).toHaveLength(100);
});

test('ParseLog cuts excerpts between characters, never within one', () => {
  const log = new ParseLog();
  log.discard('prose', { line: 1, text: `${'x'.repeat(159)}😀😀` }, 'holds no call');
  expect(log.note('policy', 0)).toMatchObject({ discarded: [{ text: `${'x'.repeat(159)}…` }] });
});
