/**
 * The contract of Env for the tabletop with the real arm, and with MuJoCo.
 *
 * @module
 */
import type * as fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Action, StepResult } from '../env.ts';
import { envContract } from '../kit/env_contract.ts';
import type { Goal } from './goals/goal.ts';
import { arbitraryChoices, chosenAction } from './kit/arbitrary_table.ts';
import type { TabletopObservation } from './observation.ts';
import { tabletopEnvs } from './tabletop_env.ts';
import { makeScene, SETTINGS } from './testing/make_scenes.ts';
import { tabletop } from './world.ts';

const scene = makeScene(SETTINGS[7]!, 1); // of the word SKILL
const task = { goal: { kind: 'spelling', word: 'SKILL' } as Goal };

type Options = NonNullable<Parameters<typeof tabletopEnvs>[2]>;

/** A random walk, recorded. */
function walksWith(options: () => Options): fc.Arbitrary<Action[]> {
  return arbitraryChoices.map((choices) => {
    const env = tabletopEnvs(scene, task, { ...options(), physics: 'none' })(3);
    env.reset();
    let observation = env.observe();
    return choices.map((choice) => {
      const action = chosenAction(observation, choice);
      observation = (env.step(action) as StepResult<TabletopObservation>).observation;
      return action;
    });
  });
}

const clear = scene.blocks.findLast(
  ({ centre }) =>
    centre[2] < 0.03 &&
    !scene.blocks.some(
      (other) => other.centre[2] > 0.03 && other.centre[0] === centre[0] && other.centre[1] === centre[1],
    ),
);
const accepted: Action = { verb: 'pick', args: [clear?.name ?? '', 'table'] };

for (const [title, options, runs] of [
  ['with the real arm,', () => ({}), 5],
  ['with MuJoCo,', () => ({ motion: 'none', placementSdM: 0.012, physics: 'mujoco' }), 3],
] as const satisfies readonly (readonly [string, () => Options, number])[]) {
  envContract({
    describe,
    it,
    title: `tabletopEnvs(), ${title}`,
    world: tabletop,
    make: () => tabletopEnvs(scene, task, options())(3),
    walks: walksWith(options),
    accepted,
    runs,
  });
}
