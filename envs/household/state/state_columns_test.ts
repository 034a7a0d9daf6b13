import { expect, it } from 'vitest';
import { type HouseNode, houseTables } from '../scene/house.ts';
import { smallHouse } from '../testing/small_house.ts';
import { IN, initialColumns, NONE, ON, type StateColumns, seeRoom } from './state_columns.ts';

const house = smallHouse({ things: 'mug1 on desk1 @1:3, desk1 @4:6' });

// Going up from each thing to the room would take minutes.
it('initialColumns() finds the room of each thing of a tower of 100,000', () => {
  const [kitchen, mug] = house.nodes as [HouseNode, HouseNode];
  const count = 100_000;
  const upward = (thing: number) => thing - 1;
  const downward = (thing: number) => (thing === count ? 0 : thing + 1);
  for (const below of [upward, downward]) {
    const place = (index: number) => ({ relation: 'ON', at: below(index + 1) }) as const;
    const things = Array.from({ length: count }, (_, index): HouseNode => ({ ...mug, place: place(index) }));
    const { room } = initialColumns(houseTables({ ...house, nodes: [kitchen, ...things] }, 'no_task'));
    expect(new Set(room)).toEqual(new Set([0]));
  }
});

function upward(count: number, { relation, step }: { relation: number; step: 1 | -1 }): number {
  let lookups = 0;
  const above = (node: number) => (step === -1 ? node - 1 : ((node + 2) % (count + 1)) - 1);
  const parent = Int32Array.from({ length: count }, (_, node) => above(node));
  const bytes = () => new Uint8Array(count);
  const columns: StateColumns = {
    parent: new Proxy(parent, {
      get(target, key) {
        lookups++;
        return target[Number(key)];
      },
    }),
    relation: bytes().fill(relation),
    children: new Int32Array(count),
    room: new Int32Array(count),
    states: bytes(),
    seen: bytes(),
    latched: bytes(),
    x: new Float64Array(count),
    z: new Float64Array(count),
  };
  seeRoom(columns, { room: 0, seeable: bytes().fill(1) });
  expect(columns.seen.every((seen) => seen === 1)).toBe(true);
  expect(parent.includes(NONE)).toBe(true);
  return lookups;
}

it.each([
  [ON, 1],
  [ON, -1],
  [IN, 1],
  [IN, -1],
] as const)('seeRoom() does work that grows as the number of things, by relation %i and step %i', (relation, step) => {
  const [one = 0, two = 0, four = 0] = [1000, 2000, 4000].map((count) => upward(count, { relation, step }));
  expect(two).toBeLessThanOrEqual(2 * one + 2);
  expect(four).toBeLessThanOrEqual(4 * one + 4);
});
