/**
 * Numbers to a walk through a house: each chooses an action in the situation to which the ones before have led.
 *
 * @module
 */
import * as fc from 'fast-check';
import type { Action } from '../../env.ts';
import { householdEnvs } from '../household_env.ts';
import type { HouseholdOptionsInput } from '../household_options.ts';
import type { HouseholdObservation } from '../observation.ts';
import type { House } from '../scene/house.ts';
import { pickAction } from './pick_action.ts';

/** Long enough to fetch something, put it away and come back. */
export const ACTIONS_MAX = 40;

export const arbitraryChoices: fc.Arbitrary<number[]> = fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), {
  maxLength: ACTIONS_MAX,
  size: 'max',
});

export type HouseWalk = {
  readonly actions: readonly Action[];
  /** What is seen at the end. */
  readonly observation: HouseholdObservation;
};

export function walkBy(choices: readonly number[], house: House, options: HouseholdOptionsInput = {}): HouseWalk {
  const env = householdEnvs(house, noTask(house), options)();
  let { observation } = env.reset();
  const actions = choices.map((choice) => {
    const action = pickAction(observation, house.names, choice);
    observation = env.step(action).observation;
    return action;
  });
  return { actions, observation };
}

/** A task that asks for nothing. */
export function noTask({ name }: House) {
  return { name: 'none', scene: name, instruction: '', goal: [], stepsMax: ACTIONS_MAX };
}
