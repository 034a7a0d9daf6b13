import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionText, conditionText, resultLines } from './program.ts';

test.each([
  [{ form: 'close_to', object: 'mug1' }, "'close' to 'mug1'"],
  [{ form: 'is', object: 'fridge1', state: 'opened' }, "'fridge1' is 'opened'"],
  [{ form: 'in_hands', object: 'mug1' }, "'mug1' in 'hands'"],
  [{ form: 'other', text: "'mug1' in 'sink1'" }, "'mug1' in 'sink1'"],
] as const)('conditionText() writes %j as a program does', (condition, text) => {
  expect(conditionText(condition)).toBe(text);
});

test('actionText() writes an action as a program does', () => {
  expect(actionText({ verb: 'placein', args: ['mug1', "Tom's bag"] })).toBe(`placein('mug1', "Tom's bag")`);
  expect(actionText({ verb: 'wait', args: [] })).toBe('wait()');
});

test('actionText() stays on one line, whatever the names', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 2 }), (args) => {
      expect(actionText({ verb: 'move', args })).not.toMatch(/[\n\r\u2028\u2029\u0085\v\f]/);
    }),
  );
});

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
