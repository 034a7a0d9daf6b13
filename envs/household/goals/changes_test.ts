import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { carryOut, PAPER_RULES } from '../rules/rules.ts';
import { houseTables } from '../scene/house_tables.ts';
import { readHouse } from '../scene/read_house.ts';
import { HouseholdState, PAPER_OPTIONS } from '../state/household_state.ts';
import { changesSince } from './changes.ts';

const house = readHouse(readFileSync(new URL('../houses/house_1.json', import.meta.url), 'utf8'), 'house_1.json');

/** What has changed after actions such as `move kitchen1`, as `object: condition`. */
function changesAfter(...actions: readonly string[]): string[] {
  const before = new HouseholdState(houseTables(house, 'make_toast'), PAPER_OPTIONS);
  const now = before.clone();
  for (const text of actions) {
    const [verb = '', ...args] = text.split(' ');
    expect(carryOut(now, { verb, args }, { rules: PAPER_RULES, indexOf: house.indexOf })).toBeNull();
  }
  return changesSince(before, now).map(({ object, condition }) => `${object}: ${JSON.stringify(condition)}`);
}

describe('changesSince()', () => {
  it('tells nothing of walking about', () => {
    expect(changesAfter()).toEqual([]);
    expect(changesAfter('move kitchen1', 'move livingroom1')).toEqual([]);
  });

  it('tells what is held, and where it was put', () => {
    const fetch = ['move toothbrush1', 'pickup toothbrush1'];
    const cabinet = ['move bathroomcabinet1', 'open bathroomcabinet1'];
    expect(changesAfter(...fetch)).toEqual(['toothbrush1: {"held":["toothbrush1"]}']);
    expect(changesAfter(...fetch, ...cabinet, 'placein toothbrush1 bathroomcabinet1').sort()).toEqual([
      'bathroomcabinet1: {"state":["bathroomcabinet1","OPEN"]}',
      'toothbrush1: {"inside":["toothbrush1","bathroomcabinet1"]}',
    ]);
    expect(changesAfter(...fetch, 'placeon toothbrush1 bathroomcounter1')).toEqual([]);
  });

  it('tells what was switched, and forgets what was undone', () => {
    expect(changesAfter('move lightswitch1', 'switchoff lightswitch1')).toEqual([
      'lightswitch1: {"state":["lightswitch1","OFF"]}',
    ]);
    expect(changesAfter('move lightswitch1', 'switchoff lightswitch1', 'switchon lightswitch1')).toEqual([]);
  });

  it('tells what was toasted, and that it was', () => {
    const fetch = ['move kitchen1', 'move breadslice2', 'pickup breadslice2', 'placein breadslice2 toaster1'];
    const toast = [...fetch, 'move toaster1', 'switchon toaster1'];
    const changes = changesAfter(...toast);
    expect(changes).toContain('toaster1: {"state":["toaster1","ON"]}');
    expect(changes.filter((change) => change.includes('toasted'))).toHaveLength(1);
  });

  it('tells where a thing fell when what bore it was picked up', () => {
    expect(changesAfter('move towel1', 'pickup towel1')).toEqual([
      'towel1: {"held":["towel1"]}',
      'towel3: {"in_room":["towel3","bathroom1"]}',
    ]);
  });
});
