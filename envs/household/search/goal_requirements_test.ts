import { describe, expect, it } from 'vitest';
import { compileGoal } from '../goals/compile_goal.ts';
import type { Condition } from '../goals/goal.ts';
import { smallHouse } from '../testing/small_house.ts';
import { stateOf } from '../testing/walks.ts';
import { type GoalRequirement, goalRequirements } from './goal_requirements.ts';

const house = smallHouse({ things: 'mug1, mug2, mug3, kitchentable1, kitchentable2, fridge1' });

/** A requirement in short: `mug1: on kitchentable1`, `all(…)`, `2 of(…)`. */
function required(...goal: readonly Condition[]): string {
  const state = stateOf(house);
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

const held: Condition = { held: ['?x'] };
const mugs = (atLeast: number): Condition => ({ count: '?x', of: { class: 'mug' }, at_least: atLeast, that: held });
const someMug: Condition = { exists: '?x', of: { class: 'mug' }, that: held };
const OPEN: Condition = { state: ['fridge1', 'OPEN'] };
const EITHER = 'on kitchentable1 or on kitchentable2';
const ALL_MUGS = ['mug1', 'mug2', 'mug3'].map((mug) => `${mug}: ${EITHER}`).join('; ');

describe('goalRequirements()', () => {
  it.each<[string, ...Condition[]]>([
    ['mug1: on kitchentable1, heated', onTable('mug1'), { heated: ['mug1'] }],
    ['all(mug1: held, toasted; fridge1: OPEN)', { and: [{ held: ['mug1'] }, { and: [{ toasted: ['mug1'] }, OPEN] }] }],
    [`mug1: ${EITHER}`, onAnyTable('mug1')],
    [`all(${ALL_MUGS})`, { forall: '?x', of: { class: 'mug' }, that: onAnyTable('?x') }],
    ['mug1: not on kitchentable1', { not: onTable('mug1') }],
    ['fridge1: OPEN', { not: { state: ['fridge1', 'CLOSED'] } }],
    ['all(mug1: released; fridge1: OFF)', { not: { or: [{ held: ['mug1'] }, { state: ['fridge1', 'ON'] }] } }],
    ['2 of(mug1: held; mug2: held; mug3: held)', mugs(2)],
    ['2 of(mug1: released; mug2: released; mug3: released)', { not: mugs(2) }],
    ['1 of()', mugs(4)],
    ['nothing', { not: mugs(4) }],
    ['1 of()', { graspable: ['fridge1'] }],
    ['nothing', { ever: { held: ['mug1'] } }, { not: { near: ['mug1'] } }],
    ['nothing', { or: [{ held: ['mug1'] }, { visible: ['mug2'] }] }],
    ['1 of(mug1: held; mug2: held; mug3: held)', someMug, someMug],
    ['mug1: on kitchentable1', someMug, onTable('mug1')],
  ])('finds "%s" in %j', (requirement, ...goal) => {
    expect(required(...goal)).toBe(requirement);
  });
});
