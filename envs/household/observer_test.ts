import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HouseholdObservation } from './observation.ts';
import { Observer } from './observer.ts';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import { houseTables } from './scene/house_tables.ts';
import { readHouse } from './scene/read_house.ts';
import { HouseholdState, PAPER_OPTIONS } from './state/household_state.ts';

// That it agrees with `testing/reference_observation.ts` everywhere is tested in household_properties_test.ts.

const house = readHouse(readFileSync(new URL('houses/house_1.json', import.meta.url), 'utf8'), 'houses/house_1.json');

/** The observation after a walk in house 1. */
function observeAfter(walk: string): HouseholdObservation {
  const state = new HouseholdState(houseTables(house, 'no_task'), PAPER_OPTIONS);
  const observer = new Observer(state.tables);
  for (const words of walk.split(', ').filter((part) => part !== '')) {
    const [verb = '', ...args] = words.split(' ');
    expect(carryOut(state, { verb, args }, { rules: PAPER_RULES, indexOf: house.indexOf }), words).toBeNull();
    observer.observe(state);
  }
  return observer.observe(state);
}

function entryOf({ objects }: HouseholdObservation, name: string): string | undefined {
  const entry = objects.find((object) => object.name === name);
  return entry && `${entry.relation} ${entry.place}`;
}

describe('Observer', () => {
  it('knows all rooms from the start, and of things those of the first room', () => {
    const { rooms, objects, containers } = observeAfter('');
    expect(rooms).toEqual(['bathroom1', 'bedroom1', 'kitchen1', 'livingroom1']);
    expect(objects.length).toBe(20);
    expect(containers.map(({ name }) => name)).toEqual(['toilet1', 'bathroomcabinet1', 'washingmachine1']);
  });

  it('lists by the properties of v2.3: a toaster, which has a switch and no door, among the objects alone', () => {
    const { objects, containers, surfaces } = observeAfter('move kitchen1');
    const listsWith = (thing: string) =>
      [objects, containers, surfaces].map((list) => list.some(({ name }) => name === thing));
    expect(listsWith('toaster1')).toEqual([true, false, false]);
    expect(listsWith('stove1')).toEqual([true, true, true]);
    expect(listsWith('kitchentable1')).toEqual([false, false, true]);
  });

  it('adds what an opened container shows, and keeps it once it is closed', () => {
    expect(entryOf(observeAfter('move kitchen1'), 'milk1')).toBeUndefined();
    expect(entryOf(observeAfter('move kitchen1, move fridge1'), 'milk1')).toBeUndefined();
    expect(entryOf(observeAfter('move kitchen1, move fridge1, open fridge1'), 'milk1')).toBe('IN fridge1');
    const closed = observeAfter('move kitchen1, move fridge1, open fridge1, close fridge1');
    expect(entryOf(closed, 'milk1')).toBe('IN fridge1');
    expect(closed.closeTo).not.toContain('milk1');
  });

  it('moves a held thing from the lists to the hand, and back where it is put', () => {
    const held = observeAfter('move plate1, pickup plate1');
    expect([held.holding, entryOf(held, 'plate1'), held.closeTo.includes('plate1')]).toEqual([
      ['plate1'],
      undefined,
      false,
    ]);
    expect(held.surfaces.map(({ name }) => name)).not.toContain('plate1');
    const put = observeAfter('move plate1, pickup plate1, move bathroomcounter1, placeon plate1 bathroomcounter1');
    expect([put.holding, entryOf(put, 'plate1')]).toEqual([[], 'ON bathroomcounter1']);
  });

  it('names what is close from near to far, starting with where the robot stands', () => {
    expect(observeAfter('move towel3').closeTo.slice(0, 4)).toEqual(['towel3', 'towel1', 'towel2', 'barsoap1']);
  });
});
