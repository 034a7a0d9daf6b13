import { expect, test } from 'vitest';
import { fixedObject, nameKey } from './object_names.ts';

test('nameKey() is the same for spellings of one name', () => {
  expect(['first block', ' The  first\tBlock '].map(nameKey)).toEqual(['first block', 'first block']);
  // "A block" is a block with a letter.
  expect(nameKey('A block')).toBe('a block');
});

test('fixedObject() knows what is never grounded', () => {
  const names = ['Nothing', 'air', 'the table', 'work surface', 'robot', 'hand'];
  expect(names.map(fixedObject)).toEqual(['air', 'air', 'table', 'table', 'hand', 'hand']);
  expect(['first block', 'constructor', ''].map(fixedObject)).toEqual([undefined, undefined, undefined]);
});
