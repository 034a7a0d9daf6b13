import { expect, test } from 'vitest';
import { objectCounts } from './object_counts.ts';

test('objectCounts() counts kinds, in order of appearance', () => {
  expect(objectCounts(['K_block_1', 'red_block_1', 'K_block_12', 'cup', 'big_jug', '_1'])).toBe(
    '- K block: 2\n- red block: 1\n- cup: 1\n- big jug: 1\n- : 1',
  );
  expect(objectCounts([])).toBe('');
});
