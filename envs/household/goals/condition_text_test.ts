import { expect, test } from 'vitest';
import { inOrder } from '../testing/walks.ts';
import { conditionText } from './condition_text.ts';
import type { Condition } from './goal.ts';

const OPEN: Condition = { state: ['?fridge', 'OPEN'] };

const book = (that: Condition): Condition => ({ exists: '?book', of: { class: 'book' }, that });
const everyDesk = (that: Condition): Condition => ({ forall: '?desk', of: { class: 'desk' }, that });
const someDesk = (that: Condition): Condition => ({ exists: '?desk', of: { class: 'desk' }, that });
const ON: Condition = { on: ['?book', '?desk'] };
const light = (that: Condition): Condition => ({ forall: '?light', of: { class: 'lightswitch' }, that });

test.each<[Condition, string]>([
  [OPEN, 'the fridge is open'],
  [{ on: ['book1', '?desk'] }, 'book1 is on the desk'],
  [{ inside: ['?cream', 'bathroomcabinet1'] }, 'the cream is in bathroomcabinet1'],
  [{ held: ['milk1'] }, 'milk1 is in a hand'],
  [{ in_room: ['milk1', 'kitchen1'] }, 'milk1 is in kitchen1'],
  [{ not: { heated: ['milk1'] } }, 'milk1 is not heated'],
  [{ not: { and: [OPEN, { near: ['?fridge'] }] } }, 'not (the fridge is open and the fridge is close to the robot)'],
  [{ or: [OPEN, { not: OPEN }] }, 'the fridge is open or the fridge is not open'],
  [{ exists: '?fridge', of: { class: 'fridge' }, that: OPEN }, 'some fridge is open'],
  [light({ state: ['?light', 'OFF'] }), 'every light (lightswitch) is off'],
  [book(everyDesk(ON)), 'some book is on every desk'],
  [everyDesk(book(ON)), 'for every desk, some book is on the desk'],
  [someDesk(book(ON)), 'some book is on some desk'],
  [book(someDesk({ held: ['?desk'] })), 'for some book, some desk is in a hand'],
  [book({ not: { held: ['?book'] } }), 'for some book, the book is not in a hand'],
  [
    { and: [everyDesk(book(ON)), book({ held: ['?book'] })] },
    '(for every desk, some book is on the desk) and some book is in a hand',
  ],
  [
    { count: '?x', of: { class: ['plate', 'mug'], property: 'GRABBABLE' }, at_least: 2, that: { held: ['?x'] } },
    'for at least 2 xes (plate or mug) with GRABBABLE, the x is in a hand',
  ],
  [
    { count: '?slice', of: { class: 'breadslice' }, at_least: 1, that: { toasted: ['?slice'] } },
    'for at least 1 slice (breadslice), the slice is toasted',
  ],
  [
    { exists: '?book', of: { class: 'book', initially: { not: ON } }, that: { held: ['?book'] } },
    'for some book (at first the book is not on the desk), the book is in a hand',
  ],
  [{ ever: OPEN }, 'at some time the fridge is open'],
  [inOrder(OPEN, { state: ['?fridge', 'CLOSED'] }), 'the fridge is open and after that the fridge is closed'],
])('conditionText(%j) says %s', (condition, text) => {
  expect(conditionText(condition)).toBe(text);
});
