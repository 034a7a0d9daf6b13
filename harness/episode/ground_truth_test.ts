/**
 * What a world says of refused steps: the wrong order, or a step that is missing.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Env } from '../../envs/env.ts';
import { householdEnvs } from '../../envs/household/household_env.ts';
import { readHouse } from '../../envs/household/scene/read_house.ts';
import { readTasks, taskFor } from '../../envs/household/tasks.ts';
import { household } from '../../envs/household/world.ts';
import { GroundTruth } from './ground_truth.ts';

const house = readHouse(readFileSync(`${household.scenesFolder}/house_1.json`, 'utf8'), 'house_1.json');
const task = readTasks(readFileSync(`${household.tasksFolder}/table_1.json`, 'utf8'), 'table_1.json').find(
  ({ name }) => name === 'make_toast',
);

/** Carries out actions such as `move kitchen1` and names the mistake in each, or says that there is none. */
function mistakes(actions: readonly string[]): string[] {
  if (task === undefined) throw new Error('The task is there');
  const env = householdEnvs(house, taskFor(house, task))();
  const groundTruth = new GroundTruth(env as unknown as Env, household, {});
  env.reset();
  groundTruth.remember();
  return actions.map((text) => {
    const [verb = '', ...args] = text.split(' ');
    const result = env.step({ verb, args });
    if (result.ok) groundTruth.remember();
    return result.ok ? 'none' : `${result.reason.precondition}: ${groundTruth.errorOf({ verb, args }, result.reason)}`;
  });
}

describe('GroundTruth', () => {
  it('calls it a missing step, when the action was not possible before', () => {
    expect(mistakes(['move fridge1', 'move kitchen1', 'open fridge1', 'move fridge1', 'open fridge1'])).toEqual([
      'seen: missing_step',
      'none',
      'close_to_robot: missing_step',
      'none',
      'none',
    ]);
  });

  it('calls it the wrong order, when the action was possible before', () => {
    expect(mistakes(['move facecream1', 'move bedroom1', 'pickup facecream1'])).toEqual([
      'none',
      'none',
      'close_to_robot: wrong_order',
    ]);
  });

  it('tells objects that are not there from those that do not allow it and those that are so already', () => {
    expect(
      mistakes(['move unicorn1', 'move bathroomcabinet1', 'pickup bathroomcabinet1', 'close bathroomcabinet1']),
    ).toEqual(['unknown_object: hallucinated_object', 'none', 'grabbable: affordance', 'is_open: additional_step']);
  });

  it('has nothing to say of a world that cannot be copied', () => {
    const groundTruth = new GroundTruth({} as Env, household, {});
    groundTruth.remember();
    expect(groundTruth.errorOf({ verb: 'move', args: [] }, { precondition: 'seen', message: '' })).toBeUndefined();
  });
});
