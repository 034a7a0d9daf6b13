import { describe, expect, it } from 'vitest';
import { compileGoal } from '../goals/compile_goal.ts';
import type { Condition } from '../goals/goal.ts';
import { PAPER_RULES } from '../rules/rules.ts';
import { houseNamed } from '../testing/small_house.ts';
import { inOrder, stateOf } from '../testing/walks.ts';
import { type SearchSpace, searchSpace } from './search_space.ts';

const house = houseNamed('house_1');

function space(that: Condition): SearchSpace {
  const state = stateOf(house);
  const { conjuncts } = compileGoal([{ weight: 1, that }], state);
  return searchSpace(state, conjuncts, { rules: PAPER_RULES, indexOf: house.indexOf });
}

function named(column: Uint8Array): string[] {
  return house.names.filter((_, node) => column[node] === 1);
}

function poses({ reach }: SearchSpace): string[] {
  return reach.poses.flatMap(({ node }) => (node < 0 ? [] : [house.names[node]!]));
}

const milkHeated: Condition = { heated: ['milk1'] };

describe('searchSpace()', () => {
  it('finds out what matters, through doors and devices', () => {
    const { relevance } = space(milkHeated);
    expect(named(relevance.movable)).toEqual(['milk1']);
    expect(named(relevance.open)).toEqual(expect.arrayContaining(['fridge1', 'microwave1']));
    expect(named(relevance.open)).toContain('closet1');
    expect(named(relevance.open)).not.toContain('kitchencabinet1');
    expect(named(relevance.close)).toEqual(['microwave1']);
    expect(named(relevance.switchOn)).toEqual(['microwave1']);
    expect(named(relevance.switchOff)).toEqual(expect.arrayContaining(['fridge1', 'microwave1']));
  });

  it('finds nothing to pick up where nothing is to be moved', () => {
    const { relevance, reach } = space({ state: ['lightswitch2', 'OFF'] });
    expect(named(relevance.movable)).toEqual([]);
    expect(reach.spots).toEqual([]);
  });

  it('takes trays into account where things may be made to fall, or room is limited', () => {
    expect(named(space({ not: { on: ['mug1', 'desk1'] } }).relevance.movable)).toContain('plate2');
    expect(named(space({ toasted: ['breadslice2'] }).relevance.movable)).toContain('plate2');
    expect(named(space({ on: ['mug1', 'desk2'] }).relevance.movable)).toEqual(['mug1']);
  });

  it('keeps one pose of those that are as good', () => {
    expect(poses(space({ state: ['fridge1', 'OPEN'] }))).toHaveLength(1);
    expect(poses(space({ on: ['mug1', 'desk2'] })).length).toBeLessThan(20);
  });

  it('leaves out nothing, where the goal wants something hidden or out of reach', () => {
    const { isThinned, relevance, reach } = space({ not: { visible: ['book1'] } });
    expect(isThinned).toBe(false);
    expect(named(relevance.movable)).toContain('toothbrush1');
    expect(reach.poses.length).toBeGreaterThan(200);
  });

  const toasts: Condition = {
    count: '?x',
    of: { class: 'breadslice' },
    at_least: 2,
    that: { and: [{ toasted: ['?x'] }, { on: ['?x', 'kitchentable1'] }] },
  };
  const [two, three]: Condition[] = [{ on: ['breadslice2', 'desk1'] }, { on: ['breadslice3', 'desk1'] }];

  it.each<[Condition, string, number]>([
    [toasts, 'breadslice1 breadslice5 breadslice8', 1],
    [toasts, 'plate1 breadslice1', 2],
    [toasts, 'plate1 plate4', 1],
    [two!, 'breadslice2 breadslice3', 2],
    [{ and: [two!, { on: ['breadslice3', 'desk2'] }] }, 'breadslice2 breadslice3', 2],
    [{ or: [two!, three!] }, 'breadslice2 breadslice3', 1],
  ])(
    'for %j gives %s %i roles: things stand for each other of which goal and rules say the same',
    (that, names, roles) => {
      const roleOf = space(that).roles;
      expect(new Set(names.split(' ').map((name) => roleOf[house.indexOf.get(name) as number])).size).toBe(roles);
    },
  );

  it('asks for waiting only where a later moment matters', () => {
    expect(space(milkHeated).waits).toBe(false);
    expect(space(inOrder(milkHeated, milkHeated)).waits).toBe(true);
  });
});
