import { describe, expect, it } from 'vitest';
import { houseNamed } from '../testing/small_house.ts';
import { stateOf } from '../testing/walks.ts';
import type { HouseholdState } from './household_state.ts';

// household_properties_test.ts compares the state with `testing/reference_household.ts`.

const house = houseNamed('house_1');
const node = (name: string) => house.indexOf.get(name) as number;
const start = () => stateOf(house);

const CHANGES: readonly [string, (state: HouseholdState) => void][] = [
  ['moves', (state) => state.moveTo(node('kitchen1'))],
  ['moves in its room', (state) => state.moveTo(node('towel3'))],
  ['picks up', (state) => state.pickUp(node('towel3'))],
  ['opens', (state) => state.become(node('bathroomcabinet1'), 'OPEN', 'CLOSED')],
  ['switches', (state) => state.become(node('toaster1'), 'ON', 'OFF')],
  ['adopts a report', (state) => state.adopt(({ x }) => x.fill(0))],
  ['perceives otherwise', (state) => state.perceiveWith({ begin() {}, misses: () => true })],
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
});
