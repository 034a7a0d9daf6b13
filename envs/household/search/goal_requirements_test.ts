import { describe, expect, it } from 'vitest';
import { compileGoal } from '../goals/compile_goal.ts';
import type { Condition } from '../goals/goal.ts';
import { houseTables } from '../scene/house_tables.ts';
import { HouseholdState, PAPER_OPTIONS } from '../state/household_state.ts';
import { smallHouse } from '../testing/small_house.ts';
import { type GoalRequirement, goalRequirements } from './goal_requirements.ts';

const house = smallHouse({
  things: ['mug', 'mug', 'mug', 'kitchentable', 'kitchentable', 'fridge'].map((name, at, all) => ({
    is: `${name}${all.slice(0, at + 1).filter((other) => other === name).length}`,
    in: 'kitchen1',
    at: [0, 0, 0],
  })),
});

/** A requirement in short: `mug1: on kitchentable1`, `all(…)`, `2 of(…)`. */
function required(...goal: readonly Condition[]): string {
  const state = new HouseholdState(houseTables(house, 'any'), PAPER_OPTIONS);
  const { conjuncts } = compileGoal(
    goal.map((that) => ({ weight: 1, that })),
    state,
  );
  return text(goalRequirements(conjuncts, state));
}

function text(goal: GoalRequirement): string {
  const name = (node: number) => house.names[node]!;
  switch (goal.kind) {
    case 'nothing':
      return 'nothing';
    case 'all':
      return `all(${goal.parts.map(text).join('; ')})`;
    case 'some':
      return `${goal.atLeast} of(${goal.parts.map(text).join('; ')})`;
    case 'object': {
      const requirements = goal.requirements.map((requirement) => {
        if (requirement.kind === 'state') return requirement.become;
        if (requirement.kind === 'room') return `in ${name(requirement.room)}`;
        if (requirement.kind !== 'place' && requirement.kind !== 'away') return requirement.kind;
        const places = requirement.atoms.map(({ atom, y }) => `${atom} ${name(y)}`).join(' or ');
        return requirement.kind === 'away' ? `not ${places}` : places;
      });
      return `${name(goal.node)}: ${requirements.join(', ')}`;
    }
  }
}

const onTable = (x: string): Condition => ({ on: [x, 'kitchentable1'] });
const onAnyTable = (x: string): Condition => ({ exists: '?t', of: { class: 'kitchentable' }, that: { on: [x, '?t'] } });

describe('goalRequirements()', () => {
  it('gathers what is wanted of one thing', () => {
    expect(required(onTable('mug1'), { heated: ['mug1'] })).toBe('mug1: on kitchentable1, heated');
    expect(
      required({ and: [{ held: ['mug1'] }, { and: [{ toasted: ['mug1'] }, { state: ['fridge1', 'OPEN'] }] }] }),
    ).toBe('all(mug1: held, toasted; fridge1: OPEN)');
  });

  it('makes one requirement of a choice of places', () => {
    expect(required(onAnyTable('mug1'))).toBe('mug1: on kitchentable1 or on kitchentable2');
    expect(required({ forall: '?x', of: { class: 'mug' }, that: onAnyTable('?x') })).toBe(
      'all(mug1: on kitchentable1 or on kitchentable2; mug2: on kitchentable1 or on kitchentable2; ' +
        'mug3: on kitchentable1 or on kitchentable2)',
    );
  });

  it('brings negations down to the atoms', () => {
    expect(required({ not: onTable('mug1') })).toBe('mug1: not on kitchentable1');
    expect(required({ not: { state: ['fridge1', 'CLOSED'] } })).toBe('fridge1: OPEN');
    expect(required({ not: { or: [{ held: ['mug1'] }, { state: ['fridge1', 'ON'] }] } })).toBe(
      'all(mug1: released; fridge1: OFF)',
    );
    const two: Condition = { count: '?x', of: { class: 'mug' }, at_least: 2, that: { held: ['?x'] } };
    expect(required(two)).toBe('2 of(mug1: held; mug2: held; mug3: held)');
    expect(required({ not: two })).toBe('2 of(mug1: released; mug2: released; mug3: released)');
  });

  it('knows what can never be, and what is always so', () => {
    const four: Condition = { count: '?x', of: { class: 'mug' }, at_least: 4, that: { held: ['?x'] } };
    expect(required(four)).toBe('1 of()');
    expect(required({ not: four })).toBe('nothing');
    expect(required({ graspable: ['fridge1'] })).toBe('1 of()');
  });

  it('asks for nothing where nothing can be counted', () => {
    expect(required({ ever: { held: ['mug1'] } }, { not: { near: ['mug1'] } })).toBe('nothing');
    expect(required({ or: [{ held: ['mug1'] }, { visible: ['mug2'] }] })).toBe('nothing');
  });

  it('counts nothing twice: requirements that may be met by one action stand for one', () => {
    const some: Condition = { exists: '?x', of: { class: 'mug' }, that: { held: ['?x'] } };
    expect(required(some, some)).toBe('1 of(mug1: held; mug2: held; mug3: held)');
    expect(required(some, onTable('mug1'))).toBe('mug1: on kitchentable1');
  });
});
