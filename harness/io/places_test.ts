import { expect, it } from 'vitest';
import { isBelow } from './places.ts';

it.each([
  ['/a', '/a', true],
  ['/a', '/a/b/c', true],
  ['/a', '/ab', false],
  ['/a/b', '/a', false],
  ['/a', '/a/..b', true],
])('isBelow() of folder %s and path %s is %s', (folder, path, expected) => {
  expect(isBelow(folder, path)).toBe(expected);
});
