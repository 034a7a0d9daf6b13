import { expect, test } from 'vitest';
import { resultLines } from './program.ts';

test('resultLines() writes a comment for each action, keeps the latest, and counts the others', () => {
  const actions = [
    { action: { verb: 'placein', args: ['mug1', "Tom's bag"] }, ok: true },
    { action: { verb: 'wait', args: [] }, ok: false },
  ];
  const [first, second] = [`# placein('mug1', "Tom's bag") succeeded`, '# wait() failed'];
  expect(resultLines([], 3)).toBe('');
  expect(resultLines(actions, 2)).toBe(`${first}\n${second}`);
  expect(resultLines(actions, 1)).toBe(`# (earlier actions left out: 1)\n${second}`);
  expect(resultLines(actions, 0)).toBe('# (earlier actions left out: 2)');
});
