import { describe, expect, it } from 'vitest';
import { type Arrangement, afterPick, afterPlace, IN_HAND, ON_TABLE, stacksOf, stackUpTo } from './arrangement.ts';

/** 1 on 0, 2 beside them on the third spot. */
const start: Arrangement = { below: [ON_TABLE, 0, ON_TABLE], above: [1, -1, -1], held: -1, spots: [1, 0, 4] };

it('stacksOf() lists stacks from the bottom up, without the block in the hand', () => {
  expect(stacksOf(start)).toEqual([[0, 1], [2]]);
  expect(stacksOf(afterPick(start, 1))).toEqual([[0], [2]]);
  expect(stacksOf(afterPick(start, 2))).toEqual([[0, 1]]);
});

it('stackUpTo() lists what is below a block, and the block', () => {
  expect([stackUpTo(1, start), stackUpTo(0, start)]).toEqual([[0, 1], [0]]);
});

describe('afterPick() and afterPlace()', () => {
  it('move a block and nothing else, and leave the arrangement before as it was', () => {
    const copy = structuredClone(start);
    const held = afterPick(start, 1);
    expect(held).toEqual({ below: [ON_TABLE, IN_HAND, ON_TABLE], above: [-1, -1, -1], held: 1, spots: [1, 0, 4] });
    expect(afterPlace(held, 2)).toEqual({
      below: [ON_TABLE, 2, ON_TABLE],
      above: [-1, -1, 1],
      held: -1,
      spots: [1, 0, 4],
    });
    expect(afterPlace(held, 0)).toEqual(start);
    expect(start).toEqual(copy);
  });

  it('take and free spots of the table', () => {
    const onTable = afterPlace(afterPick(start, 1), ON_TABLE);
    expect(onTable.spots).toEqual([1, 2, 4]);
    expect(afterPick(onTable, 2).spots).toEqual([1, 2, 0]);
  });
});
