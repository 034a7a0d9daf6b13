import { expect, test } from 'vitest';
import { inOrder } from '../testing/in_order.ts';
import { conditionText } from './condition_text.ts';
import type { Condition } from './goal.ts';

const OPEN: Condition = { state: ['?fridge', 'OPEN'] };

test.each<[Condition, string]>([
  [OPEN, 'fridge is open'],
  [{ on: ['book1', '?desk'] }, 'book1 is on desk'],
  [{ inside: ['?cream', 'bathroomcabinet1'] }, 'cream is in bathroomcabinet1'],
  [{ held: ['milk1'] }, 'milk1 is in a hand'],
  [{ in_room: ['milk1', 'kitchen1'] }, 'milk1 is in room kitchen1'],
  [{ not: { heated: ['milk1'] } }, 'not: milk1 is heated'],
  [{ not: { and: [OPEN, { near: ['?fridge'] }] } }, 'not: fridge is open and fridge is close to the robot'],
  [{ or: [OPEN, { not: OPEN }] }, 'fridge is open or (not: fridge is open)'],
  [{ exists: '?fridge', of: { class: 'fridge' }, that: OPEN }, 'some fridge: fridge is open'],
  [
    { forall: '?light', of: { class: 'lightswitch' }, that: { state: ['?light', 'OFF'] } },
    'every light (lightswitch): light is off',
  ],
  [
    { count: '?x', of: { class: ['plate', 'mug'], property: 'GRABBABLE' }, at_least: 2, that: { held: ['?x'] } },
    'at least 2 x (plate or mug) with GRABBABLE: x is in a hand',
  ],
  [
    { exists: '?book', of: { initially: { on: ['?book', 'desk1'] } }, that: { held: ['?book'] } },
    'some book for which at first book is on desk1: book is in a hand',
  ],
  [
    {
      exists: '?book',
      of: { class: 'book', initially: { not: { on: ['?book', '?desk'] } } },
      that: { held: ['?book'] },
    },
    'some book for which at first not: book is on desk: book is in a hand',
  ],
  [{ ever: OPEN }, 'at some time fridge is open'],
  [inOrder(OPEN, { state: ['?fridge', 'CLOSED'] }), 'fridge is open and after that fridge is closed'],
])('conditionText(%j) says %s', (condition, text) => {
  expect(conditionText(condition)).toBe(text);
});
