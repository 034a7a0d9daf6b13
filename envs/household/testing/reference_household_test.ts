import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHouse } from '../scene/read_house.ts';
import { ReferenceHousehold } from './reference_household.ts';
import { referenceObservation } from './reference_observation.ts';

// That the fast household agrees with this one is tested in household_properties_test.ts.

const house = readHouse(
  readFileSync(new URL('../houses/house_1.json', import.meta.url), 'utf8'),
  'houses/house_1.json',
);

function walk(text: string): { refusals: (string | null)[]; household: ReferenceHousehold } {
  const household = new ReferenceHousehold(house, 'no_task', { reachM: 1.5, hands: 2, perception: 'always' });
  const refusals = text.split(', ').map((words) => {
    const [verb = '', ...args] = words.split(' ');
    return household.act({ verb, args });
  });
  return { refusals, household };
}

describe('ReferenceHousehold', () => {
  it('makes toast', () => {
    const { refusals, household } = walk(
      'move kitchen1, move breadslice1, pickup breadslice1, pickup breadslice2, placein breadslice1 toaster1, ' +
        'placein breadslice2 toaster1, switchon toaster1',
    );
    expect(refusals).toEqual([null, null, null, null, null, 'has_space', null]);
    expect(household.things.get('breadslice1')?.toasted).toBe(true);
    expect(household.things.get('breadslice2')?.toasted).toBe(false);
  });

  it('leaves raw what is put into a running toaster', () => {
    const start =
      'move kitchen1, move breadslice1, pickup breadslice1, switchon toaster1, placein breadslice1 toaster1';
    const isToasted = (steps: string) => walk(steps).household.things.get('breadslice1')?.toasted;
    expect(isToasted(start)).toBe(false);
    expect(isToasted(`${start}, switchoff toaster1, switchon toaster1`)).toBe(true);
  });

  it('refuses by the name of the precondition that fails', () => {
    expect(walk('toString, move constructor, move milk1, pickup towel1, wait').refusals).toEqual([
      'unknown_verb',
      'unknown_object',
      'seen',
      'close_to_robot',
      null,
    ]);
  });
});

describe('referenceObservation()', () => {
  it('shows what LLM-State, Listing 3, says is close', () => {
    const { household } = walk('move lightswitch1, switchoff lightswitch1, move bedroom1, switchoff lightswitch1');
    const { objects, containers, surfaces, closeTo } = referenceObservation(household);
    expect([objects.length, containers.length, surfaces.length]).toEqual([43, 7, 19]);
    expect(closeTo).toEqual(['plate3', 'cellphone1', 'coffeetable1', 'cellphone2']);
  });
});
