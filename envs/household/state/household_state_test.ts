import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { houseTables } from '../scene/house_tables.ts';
import { readHouse } from '../scene/read_house.ts';
import { smallHouse } from '../testing/small_house.ts';
import { HEATED, HouseholdState, PAPER_OPTIONS, TOASTED, treatInside } from './household_state.ts';
import { initialColumns } from './state_columns.ts';

const house = readHouse(
  readFileSync(new URL('../houses/house_1.json', import.meta.url), 'utf8'),
  'houses/house_1.json',
);
const node = (name: string) => house.indexOf.get(name) as number;

function start(): HouseholdState {
  return new HouseholdState(houseTables(house, 'no_task'), PAPER_OPTIONS);
}

describe('HouseholdState', () => {
  it('starts at the anchor of the first room, with empty hands, having seen that room', () => {
    const state = start();
    expect(state.robotRoom).toBe(node('bathroom1'));
    expect(state.held()).toEqual([]);
    expect(state.isSeen(node('towel1'))).toBe(true);
    expect(state.isSeen(node('rug1')), 'decoration').toBe(false);
    expect(state.isSeen(node('desk1')), 'another room').toBe(false);
    expect(state.isSeen(node('kitchen1')), 'rooms').toBe(true);
  });

  it('clone() gives a state that goes its own way', () => {
    const state = start();
    const copy = state.clone();
    expect(copy.digest()).toBe(state.digest());
    copy.moveTo(node('towel3'));
    copy.pickUp(node('towel3'));
    copy.become(node('lightswitch1'), 'OFF', 'ON');
    expect(state.digest()).toBe(start().digest());
    expect(copy.digest()).not.toBe(state.digest());
    expect(copy.version).toBeGreaterThan(state.version);
  });

  it.each<[string, (state: HouseholdState) => void]>([
    ['moves', (state) => state.moveTo(node('kitchen1'))],
    ['picks up', (state) => state.pickUp(node('towel3'))],
    ['opens', (state) => state.become(node('bathroomcabinet1'), 'OPEN', 'CLOSED')],
    ['adopts a report', (state) => state.adopt(({ x }) => x.fill(0))],
    ['perceives otherwise', (state) => state.perceiveWith({ begin() {}, misses: () => true })],
  ])('clone() stays as it is when the original %s, and the original when the clone does', (_, change) => {
    for (const changesOriginal of [true, false]) {
      const original = start();
      const clone = original.clone();
      const [changed, other] = changesOriginal ? [original, clone] : [clone, original];
      change(changed);
      expect(other.digest()).toBe(start().digest());
      expect(changed.digest()).not.toBe(other.digest());
    }
  });

  it('digest() tells states apart by any change', () => {
    const changes: ((state: HouseholdState) => void)[] = [
      () => {},
      (state) => state.moveTo(node('towel3')),
      (state) => state.moveTo(node('kitchen1')),
      (state) => state.pickUp(node('towel3')),
      (state) => state.become(node('bathroomcabinet1'), 'OPEN', 'CLOSED'),
      (state) => state.become(node('toaster1'), 'ON', 'OFF'),
    ];
    const digests = changes.map((change) => {
      const state = start();
      change(state);
      return state.digest();
    });
    expect(new Set(digests).size).toBe(changes.length);
  });

  it('fills the right hand first', () => {
    const state = start();
    state.pickUp(node('towel3'));
    state.pickUp(node('towel1'));
    state.place(node('towel3'), 'ON', node('bathroomcounter1'));
    state.pickUp(node('towel2'));
    expect(state.held()).toEqual([node('towel2'), node('towel1')]);
  });

  it('leaves raw what lies at the start in a toaster that runs, until it is switched off and on', () => {
    const small = smallHouse({
      things: [
        { is: 'toaster1', in: 'kitchen1', at: [0, 0, 0], states: ['ON'] },
        { is: 'breadslice1', in: 'toaster1', at: [0, 0, 0] },
        { is: 'breadslice2', in: 'kitchen1', at: [0, 0, 0] },
      ],
    });
    const state = new HouseholdState(houseTables(small, ''), PAPER_OPTIONS);
    const toasted = () => [2, 3].map((slice) => state.isToasted(slice));
    expect(toasted()).toEqual([false, false]);
    state.become(1, 'OFF', 'ON');
    expect(toasted()).toEqual([false, false]);
    state.become(1, 'ON', 'OFF');
    expect(toasted()).toEqual([true, false]);
  });

  it('looks into what is opened, and remembers', () => {
    const state = start();
    state.moveTo(node('kitchen1'));
    expect(state.isSeen(node('milk1'))).toBe(false);
    state.become(node('fridge1'), 'OPEN', 'CLOSED');
    expect([state.isSeen(node('milk1')), state.isVisible(node('milk1'))]).toEqual([true, true]);
    state.become(node('fridge1'), 'CLOSED', 'OPEN');
    expect([state.isSeen(node('milk1')), state.isVisible(node('milk1'))]).toEqual([true, false]);
  });
});

describe('devices', () => {
  const house = smallHouse({
    things: [
      { is: 'microwave1', in: 'kitchen1', at: [0, 0, 0] },
      { is: 'plate1', in: 'microwave1', at: [0, 0, 0] },
      { is: 'cupcake1', on: 'plate1', at: [0, 0, 0] },
      { is: 'cupcake2', on: 'microwave1', at: [0, 0, 0] },
      { is: 'toaster1', in: 'kitchen1', at: [0, 0, 0] },
      { is: 'plate2', in: 'toaster1', at: [0, 0, 0] },
      { is: 'breadslice1', on: 'plate2', at: [0, 0, 0] },
      { is: 'toaster2', in: 'kitchen1', at: [0, 0, 0], states: ['ON'] },
      { is: 'breadslice2', in: 'toaster2', at: [0, 0, 0] },
    ],
  });
  const tables = houseTables(house, '');
  const node = (name: string) => house.indexOf.get(name) as number;

  /** What has happened to things once some devices were switched on, one after the other. */
  function latchedAfter(...devices: string[]): Record<string, number | undefined> {
    const now = initialColumns(tables);
    for (const device of devices) treatInside(node(device), now, tables);
    return Object.fromEntries(
      house.names.flatMap((name, index) => (now.latched[index] ? [[name, now.latched[index]]] : [])),
    );
  }

  describe('treatInside()', () => {
    it('heats all that is inside a microwave, and not what is on it', () => {
      expect(latchedAfter('microwave1')).toEqual({ plate1: HEATED, cupcake1: HEATED });
    });

    it('toasts what lies right in a toaster, and not what lies on a plate in it', () => {
      expect(latchedAfter('toaster1')).toEqual({ plate2: TOASTED });
      expect(latchedAfter('toaster2')).toEqual({ breadslice2: TOASTED });
    });

    it('leaves alone what is in another device that runs, and what devices it is not', () => {
      expect(latchedAfter('plate1', 'kitchen1')).toEqual({});
      expect(latchedAfter('toaster1', 'microwave1').breadslice2).toBeUndefined();
    });
  });
});
