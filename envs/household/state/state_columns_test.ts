import { describe, expect, it } from 'vitest';
import type { HouseNode } from '../scene/house.ts';
import { houseTables } from '../scene/house_tables.ts';
import { smallHouse } from '../testing/small_house.ts';
import { copyOf, countInside, IN, initialColumns, lift, NONE, ON } from './state_columns.ts';

const house = smallHouse({
  things: [
    { is: 'mug1', on: 'desk1', at: [1, 2, 3] },
    { is: 'desk1', in: 'kitchen1', at: [4, 5, 6] },
  ],
});

describe('initialColumns()', () => {
  it('gives every thing its place, room and position', () => {
    expect(initialColumns(houseTables(house, 'no_task'))).toMatchObject({
      parent: Int32Array.of(NONE, 2, 0),
      relation: Uint8Array.of(0, ON, IN),
      children: Int32Array.of(1, 0, 1),
      room: Int32Array.of(0, 0, 0),
      seen: Uint8Array.of(0, 0, 0),
      x: Float64Array.of(0, 1, 4),
      z: Float64Array.of(0, 3, 6),
    });
  });
});

// Going up from each thing to the room would take minutes.
it('initialColumns() finds the room of each thing of a tower of 100,000', () => {
  const [kitchen, mug] = house.nodes as [HouseNode, HouseNode];
  const count = 100_000;
  const upward = (thing: number) => thing - 1;
  const downward = (thing: number) => (thing === count ? 0 : thing + 1);
  for (const below of [upward, downward]) {
    const things = Array.from(
      { length: count },
      (_, index): HouseNode => ({
        ...mug,
        place: { relation: 'ON', at: below(index + 1) },
      }),
    );
    const { room } = initialColumns(houseTables({ ...house, nodes: [kitchen, ...things] }, 'no_task'));
    expect(new Set(room)).toEqual(new Set([0]));
  }
});

describe('copyOf()', () => {
  it('copies every column', () => {
    const columns = initialColumns(houseTables(house, 'no_task'));
    const copy = copyOf(columns);
    expect(copy).toEqual(columns);
    for (const [name, column] of Object.entries(columns)) {
      expect(copy[name as keyof typeof copy].buffer, name).not.toBe(column.buffer);
    }
  });
});

describe('countInside()', () => {
  it('counts what lies in a node, and not what lies on it', () => {
    const columns = initialColumns(houseTables(house, 'no_task'));
    expect([0, 1, 2].map((node) => countInside(columns, node))).toEqual([1, 0, 0]);
  });
});

describe('lift()', () => {
  it('takes a thing off what it is in, and lets what lies on it fall into the room', () => {
    const columns = initialColumns(houseTables(house, 'no_task'));
    expect(lift(columns, { node: 2, into: 0 })).toBe(true);
    expect(columns).toMatchObject({
      parent: Int32Array.of(NONE, 0, NONE),
      relation: Uint8Array.of(0, IN, 0),
      children: Int32Array.of(1, 0, 0),
    });
    expect(countInside(columns, 0)).toBe(1);
  });

  it('says that nothing fell, where nothing did', () => {
    const columns = initialColumns(houseTables(house, 'no_task'));
    expect(lift(columns, { node: 1, into: 0 })).toBe(false);
    expect(columns.parent).toEqual(Int32Array.of(NONE, NONE, 0));
  });
});
