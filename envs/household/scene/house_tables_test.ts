import { describe, expect, it } from 'vitest';
import { smallHouse } from '../testing/small_house.ts';
import { houseTables, LIST_BITS, PROPERTY_BITS, STATE_BITS, stateBits } from './house_tables.ts';

const house = smallHouse({
  things: [
    { is: 'nightstand1', in: 'kitchen1', at: [0, 0, 0], states: ['OPEN'], locked: true },
    { is: 'box1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'rug1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'wallshelf1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'radio1', on: 'wallshelf1', at: [0, 0, 0], ungraspable: true },
    { is: 'toaster1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'microwave1', in: 'kitchen1', at: [0, 0, 0] },
  ],
  perTask: { one: { ungraspable: ['box'] } },
});

describe('houseTables()', () => {
  const tables = houseTables(house, 'one');
  const column = (entries: ArrayLike<number>) =>
    Object.fromEntries(house.names.map((name, node) => [name, entries[node]]));

  it('says in which lists a node appears', () => {
    const { objects, containers, surfaces } = LIST_BITS;
    expect(column(tables.lists)).toEqual({
      kitchen1: 0,
      nightstand1: containers | surfaces,
      box1: objects,
      rug1: 0,
      wallshelf1: 0,
      radio1: objects | surfaces,
      toaster1: objects,
      microwave1: objects | containers,
    });
  });

  it('takes what cannot be grasped from the instance, the task and the class', () => {
    expect(column(tables.graspable)).toMatchObject({ box1: 0, radio1: 0, toaster1: 0, rug1: 1 });
    expect(column(houseTables(house, 'another').graspable)).toMatchObject({ box1: 1 });
  });

  it('takes capacity and what devices do from the class', () => {
    expect(column(tables.capacity)).toMatchObject({ toaster1: 1, microwave1: -1 });
    expect(column(tables.toasts)).toMatchObject({ toaster1: 1, microwave1: 0 });
    expect(column(tables.heats)).toMatchObject({ toaster1: 0, microwave1: 1 });
    expect(column(tables.requiresClosed)).toMatchObject({ toaster1: 0, microwave1: 1 });
    expect(column(tables.locked)).toMatchObject({ nightstand1: 1, box1: 0 });
    expect(column(tables.seeable)).toMatchObject({ kitchen1: 0, rug1: 0, wallshelf1: 1 });
  });

  it('keeps the properties and states that rules ask for', () => {
    const node = house.indexOf.get('nightstand1') as number;
    expect(tables.properties[node]).toBe(PROPERTY_BITS.SURFACES | PROPERTY_BITS.CAN_OPEN | PROPERTY_BITS.CONTAINERS);
    expect(stateBits(house.nodes[node]!)).toBe(STATE_BITS.OPEN);
  });
});
