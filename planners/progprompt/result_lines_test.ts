import { expect, test } from 'vitest';
import { resultLines } from './result_lines.ts';

const actions = [
  { action: { verb: 'move', args: ['mug1'] }, ok: true },
  { action: { verb: 'wait', args: [] }, ok: true },
  { action: { verb: 'pickup', args: ['mug1'] }, ok: false },
];

test('resultLines() writes a comment for each action', () => {
  expect(resultLines(actions, 3)).toBe("# move('mug1') succeeded\n# wait() succeeded\n# pickup('mug1') failed");
  expect(resultLines([], 3)).toBe('');
});

test('resultLines() keeps the latest, and counts what is left out', () => {
  expect(resultLines(actions, 1)).toBe("# (earlier actions left out: 2)\n# pickup('mug1') failed");
  expect(resultLines(actions, 0)).toBe('# (earlier actions left out: 3)');
});
