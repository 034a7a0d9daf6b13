import * as fc from 'fast-check';
import type { Task } from '../../env.ts';
import type { Condition, Goal } from '../goals/goal.ts';
import { type House, houseTables } from '../scene/house.ts';
import { HouseholdState, PAPER_OPTIONS, type StateOptions } from '../state/household_state.ts';

/** A constant, since the linter takes an object with a literal key `then` for a promise. */
const THEN = 'then';

export function actionsOf(walk: string) {
  return walk === '' ? [] : walk.split(', ').map(actionOf);
}

export function actionOf(text: string) {
  const [verb = '', ...args] = text.split(' ');
  return { verb, args };
}

export function choices(maxLength: number, minLength = 0): fc.Arbitrary<number[]> {
  return fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), { minLength, maxLength, size: 'max' });
}

export function stateOf(house: House, options: Partial<StateOptions> = {}, task = 'no_task'): HouseholdState {
  return new HouseholdState(houseTables(house, task), { ...PAPER_OPTIONS, ...options });
}

export function taskOf(house: House, that: Condition, more: Partial<Task<Goal>> = {}): Task<Goal> {
  const goal = [{ weight: 1, that }];
  return { name: 'no_task', scene: house.name, instruction: 'Do it.', goal, stepsMax: 100, ...more };
}

export function inOrder(first: Condition, second: Condition): Condition {
  return { [THEN]: [first, second] };
}
