import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ObjectState } from '../../../planners/foon/foon.ts';
import { nodeShape, widthOf, wrapped } from './node_shapes.ts';

const objectShape = (label: string, states: ObjectState[] = [], isGoal = false) =>
  nodeShape({ kind: 'object', object: { label, states, inMotion: false, isGoal }, isGoal });
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, words]) => words);

it('nodeShape() shows an object’s label and states', () => {
  const shape = objectShape('cup', [
    { kind: 'plain', label: 'warm' },
    { kind: 'related', label: 'on', object: 'saucer' },
    { kind: 'contents', label: 'contains', ingredients: ['hot water', 'tea bag', 'refined sugar'] },
  ]);
  const contents = ['contains: hot water, tea bag,', 'refined sugar'];
  expect(textsOf(shape.paint(0, 0))).toEqual(['cup', 'warm', 'on saucer', ...contents]);
});

it('nodeShape() is larger with more to show, up to a bound', () => {
  const state: ObjectState = { kind: 'related', label: 'next to', object: 'the other one of the two' };
  const sizes = [0, 1, 2, 100].map((count) => objectShape('cup', new Array(count).fill(state)).height);
  expect(sizes).toEqual([29, 59, 89, 149]);
  expect(objectShape('cup'.repeat(100)).width).toBe(230);
  expect(textsOf(objectShape('cup', new Array(100).fill(state)).paint(0, 0)).at(-1)).toBe('…');
});

it('nodeShape() marks a goal by a second line', () => {
  const rects = (isGoal: boolean) => [...objectShape('tea', [], isGoal).paint(0, 0).matchAll(/<rect/g)].length;
  expect([rects(false), rects(true)]).toEqual([1, 2]);
});

it('nodeShape() shows a motion as a square with its number and its verb', () => {
  const shape = nodeShape({ kind: 'motion', motion: { label: 'pick and place' }, step: 3 });
  expect(shape.width).toBe(shape.height);
  expect(textsOf(shape.paint(0, 0))).toEqual(['3', 'pick and', 'place']);
  const long = nodeShape({ kind: 'motion', motion: { label: 'a b c '.repeat(20).trim() }, step: 1 });
  expect(textsOf(long.paint(0, 0))).toHaveLength(4);
});

it('nodeShape() has a motion’s times and performer in the tool tip', () => {
  const performer = { name: 'robot', successRate: 0.9 };
  const motion = { label: 'stir', times: { start: '0:05', end: '0:09' }, performer };
  const svg = nodeShape({ kind: 'motion', motion, step: 1 }).paint(0, 0);
  expect(svg).toContain('<title>1. stir\n0:05 to 0:09\nrobot, 0.9</title>');
});

it.each([
  ['pick and place', 9, ['pick and', 'place']],
  ['pick-and-place', 9, ['pick-and-', 'place']],
  ['uninterrupted', 6, ['unint…']],
  ['', 6, []],
])('wrapped() breaks "%s" at blanks and behind hyphens', (words, most, lines) => {
  expect(wrapped(words, most)).toEqual(lines);
});

it('wrapped() has no line that is too long', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 20 }), (words, most) => {
      for (const line of wrapped(words, most)) expect([...line].length).toBeLessThanOrEqual(most);
    }),
  );
});

it('widthOf() is more for more and for wider characters', () => {
  expect(widthOf('ill')).toBeLessThan(widthOf('now'));
  expect(widthOf('茶')).toBeGreaterThan(1);
  expect(widthOf('')).toBe(0);
});
