import { describe, expect, it } from 'vitest';
import { houseTables } from '../scene/house_tables.ts';
import { smallHouse } from '../testing/small_house.ts';
import { HouseholdState, PAPER_OPTIONS } from './household_state.ts';
import { seeRoom } from './see_room.ts';
import { IN, initialColumns, NONE, ON, type StateColumns } from './state_columns.ts';

const house = smallHouse({
  rooms: { kitchen1: [0, 0], bedroom1: [9, 9] },
  things: [
    { is: 'kitchencabinet1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'plate1', in: 'kitchencabinet1', at: [0, 0, 0] },
    { is: 'mug1', on: 'plate1', at: [0, 0, 0] },
    { is: 'kitchencabinet2', in: 'kitchen1', at: [0, 0, 0], states: ['OPEN'] },
    { is: 'plate2', in: 'kitchencabinet2', at: [0, 0, 0] },
    { is: 'mug2', on: 'plate2', at: [0, 0, 0] },
    { is: 'mug3', on: 'kitchencabinet1', at: [0, 0, 0] },
    { is: 'desk1', in: 'bedroom1', at: [9, 0, 9] },
  ],
});

describe('seeRoom()', () => {
  it('sees all in the room that is in nothing closed, as a state says of each thing by itself', () => {
    const tables = houseTables(house, 'no_task');
    const columns = initialColumns(tables);
    seeRoom(columns, { room: 0, seeable: tables.seeable });
    const state = new HouseholdState(tables, PAPER_OPTIONS);
    const names = house.names.filter((_, node) => columns.seen[node] === 1);
    expect(names).toEqual(['kitchencabinet1', 'kitchencabinet2', 'plate2', 'mug2', 'mug3']);
    for (const [node, name] of house.names.entries())
      if (columns.room[node] === 0 && tables.seeable[node] === 1)
        expect(state.isVisible(node), name).toBe(names.includes(name));
  });

  /** How often it goes up from a thing of a tower, each on or in the one before or behind it. */
  function upward(count: number, { relation, step }: { relation: number; step: 1 | -1 }): number {
    let asked = 0;
    const parent = Int32Array.from({ length: count }, (_, node) =>
      step === -1 ? node - 1 : ((node + 2) % (count + 1)) - 1,
    );
    const columns: StateColumns = {
      parent: new Proxy(parent, {
        get(target, key) {
          asked++;
          return target[Number(key)];
        },
      }),
      relation: new Uint8Array(count).fill(relation),
      children: new Int32Array(count),
      room: new Int32Array(count),
      states: new Uint8Array(count),
      seen: new Uint8Array(count),
      latched: new Uint8Array(count),
      x: new Float64Array(count),
      z: new Float64Array(count),
    };
    seeRoom(columns, { room: 0, seeable: new Uint8Array(count).fill(1) });
    expect(columns.seen.every((seen) => seen === 1)).toBe(true);
    expect(parent.includes(NONE)).toBe(true);
    return asked;
  }

  it.each([ON, IN])('grows as the number of things', (relation) => {
    for (const step of [1, -1] as const) {
      const [one, two, four] = [1000, 2000, 4000].map((count) => upward(count, { relation, step })) as [
        number,
        number,
        number,
      ];
      expect(two).toBeLessThanOrEqual(2 * one + 2);
      expect(four).toBeLessThanOrEqual(4 * one + 4);
    }
  });
});
