import { expect, test } from 'vitest';
import { deepFreeze } from './deep_freeze.ts';

test('deepFreeze() freezes every part, of what is frozen at the top, too, and gives the same', () => {
  const inner = { on: ['table1'] };
  const data = Object.freeze({ inner, none: null, count: 2 });
  expect(deepFreeze(data)).toBe(data);
  expect(() => inner.on.push('sofa1')).toThrow(TypeError);
  expect(() => Object.assign(inner, { on: [] })).toThrow(TypeError);
});
