import { describe, expect, it } from 'vitest';
import { houseNamed, smallHouse } from '../testing/small_house.ts';
import { stateOf } from '../testing/walks.ts';
import type { HouseholdState } from './household_state.ts';

const house = houseNamed('house_1');
const node = (name: string) => house.indexOf.get(name) as number;
const start = () => stateOf(house);

const CHANGES: readonly [string, (state: HouseholdState) => void][] = [
  ['moves', (state) => state.moveTo(node('kitchen1'))],
  ['moves in its room', (state) => state.moveTo(node('towel3'))],
  ['picks up', (state) => state.pickUp(node('towel3'))],
  ['opens', (state) => state.become(node('bathroomcabinet1'), 'OPEN', 'CLOSED')],
  ['switches', (state) => state.become(node('toaster1'), 'ON', 'OFF')],
  ['adopts a report', (state) => state.overwrite(({ x }) => x.fill(0))],
  ['perceives differently', (state) => state.perceiveWith({ begin() {}, misses: () => true })],
];

describe('HouseholdState', () => {
  it.each(CHANGES)('clone() stays as it is when the original %s, and the original when the clone does', (_, change) => {
    for (const changesOriginal of [true, false]) {
      const original = start();
      const clone = original.clone();
      const { version } = clone;
      const [changed, other] = changesOriginal ? [original, clone] : [clone, original];
      change(changed);
      expect(other.digest()).toBe(start().digest());
      expect(changed.digest()).not.toBe(other.digest());
      expect(changed.version).toBeGreaterThan(version);
    }
  });

  it('digest() tells states apart by any change', () => {
    const digests = CHANGES.map(([, change]) => {
      const state = start();
      change(state);
      return state.digest();
    });
    expect(new Set(digests).size).toBe(CHANGES.length);
  });

  it('fills the right hand first', () => {
    const state = start();
    for (const towel of ['towel3', 'towel1']) state.pickUp(node(towel));
    state.place(node('towel3'), 'ON', node('bathroomcounter1'));
    expect([state.heldIn('right'), state.heldIn('left')]).toEqual([-1, node('towel1')]);
    state.pickUp(node('towel2'));
    expect(state.held()).toEqual([node('towel2'), node('towel1')]);
  });

  it('heats all inside a microwave, toasts what lies right in a toaster, and leaves alone what is on them', () => {
    const small = smallHouse({
      things: `microwave1, plate1 in microwave1, cupcake1 on plate1, cupcake2 on microwave1, toaster1, plate2 in toaster1,
        breadslice1 on plate2, toaster2 ON, breadslice2 in toaster2`,
    });
    const state = stateOf(small);
    const treated = (is: 'isHeated' | 'isToasted') => small.names.filter((_, thing) => state[is](thing));
    const switchOn = (name: string) => state.become(small.indexOf.get(name) as number, 'ON', 'OFF');
    for (const name of ['plate1', 'toaster1', 'microwave1']) switchOn(name);
    expect([treated('isHeated'), treated('isToasted')]).toEqual([['plate1', 'cupcake1'], ['plate2']]);
    switchOn('toaster2');
    expect(treated('isToasted')).toEqual(['plate2', 'breadslice2']);
  });
});
