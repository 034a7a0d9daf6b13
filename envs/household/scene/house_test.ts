import { expect, it } from 'vitest';
import { firstCircular, nameNodes } from './house.ts';

it('nameNodes() counts within a class, in lower case', () => {
  const names = ['towel1', 'sink1', 'towel2', 'constructor1', 'sink2'];
  expect(nameNodes(['towel', 'Sink', 'towel', 'constructor', 'sink'])).toEqual(names);
});

it.each([
  [[null, 0, 3, 1, null, 4], null],
  [[null, 0, 2], 2],
  [[null, 2, 3, 1], 1],
])('firstCircular(%j) finds the first node in a circle: %j', (places, node) => {
  expect(firstCircular(places.map((at) => (at === null ? null : { relation: 'ON', at })))).toBe(node);
});
