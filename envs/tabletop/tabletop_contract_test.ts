/**
 * The contract of Env for the tabletop in its quick forms. With the arm and the physics: tabletop_contract_integration_test.ts
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
import type { Physics } from './physics/physics.ts';
import { tabletopEnvs } from './tabletop_env.ts';
import { makeScene, SETTINGS } from './testing/make_scenes.ts';
import { scriptedArm } from './testing/scripted_arm.ts';
import { tabletop } from './world.ts';

const scene = makeScene(SETTINGS[7]!, 1); // of the word SKILL
const task = { goal: { kind: 'spelling', word: 'SKILL' } as Goal };

type Options = NonNullable<Parameters<typeof tabletopEnvs>[2]>;

/** Fails now and then, the same way in the same situation. */
const moody = () =>
  scriptedArm(({ at, block, centre }) => {
    const mood = at[0]! * 7 + (block?.length ?? 0) + Math.round(100 * (centre?.[1] ?? 0));
    if (mood % 5 !== 3) return null;
    return {
      ok: false,
      level: (['grasp', 'ik', 'path'] as const)[mood % 3] ?? 'ik',
      obstacle: 'table',
      isBounded: mood % 2 === 0,
    };
  });

/** Lets every block fall that is more than 4 mm off what it stands on, within 1 mm of where it was. */
const shaky = async (): Promise<Physics> => ({
  async settle(blocks) {
    return blocks.map((block) => {
      const isOff = block.centre.some(
        (coordinate, axis) => axis < 2 && Math.abs(coordinate * 100 - Math.round(coordinate * 100)) > 0.4,
      );
      return { ...block, fell: isOff };
    });
  },
});

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
  ['without an arm,', () => ({ motion: 'none' }), 50],
  [
    'with a moody arm and blocks that end up somewhere else,',
    () => ({ placementSdM: 0.015, parts: { arm: moody() } }),
    50,
  ],
  [
    'with blocks that fall,',
    () => ({ motion: 'none', placementSdM: 0.004, physics: 'mujoco', parts: { physics: shaky } }),
    50,
  ],
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
