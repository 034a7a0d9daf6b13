import { expect, test } from 'vitest';
import { historyText } from './history_text.ts';

test('historyText() prints actions with their success as Listing 4 does', () => {
  expect(historyText([])).toBe('[]');
  expect(
    historyText([
      { action: { verb: 'placein', args: ['cup1', 'cupboard1'] }, ok: true },
      { action: { verb: 'wait', args: [] }, ok: false },
    ]),
  ).toBe(`["['placein', 'cup1', 'cupboard1'](Success)", "['wait'](Fail)"]`);
});

test('historyText() quotes a name with quotes twice, as Python does', () => {
  expect(historyText([{ action: { verb: 'move', args: ["Tom's mug"] }, ok: true }])).toBe(
    `['[\\'move\\', "Tom\\'s mug"](Success)']`,
  );
});
