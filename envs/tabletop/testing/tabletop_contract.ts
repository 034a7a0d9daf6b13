/** Test support: the contract of Env for the tabletop, with options of the world. */
import type fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Action, StepResult } from '../../env.ts';
import { envContract } from '../../kit/env_contract.ts';
import type { Goal } from '../goals/goal.ts';
import { arbitraryChoices, chosenAction } from '../kit/arbitrary_table.ts';
import type { TabletopObservation } from '../observation.ts';
import { tabletopEnvs } from '../tabletop_env.ts';
import { tabletop } from '../world.ts';
import { makeScene, SETTINGS } from './make_scenes.ts';

const scene = makeScene(SETTINGS[7]!, 1); // of the word SKILL
const task = { goal: { kind: 'spelling', word: 'SKILL' } as Goal };

type Options = NonNullable<Parameters<typeof tabletopEnvs>[2]>;

const clear = scene.blocks.findLast(
  ({ centre }) =>
    centre[2] < 0.03 &&
    !scene.blocks.some(
      (other) => other.centre[2] > 0.03 && other.centre[0] === centre[0] && other.centre[1] === centre[1],
    ),
);
const accepted: Action = { verb: 'pick', args: [clear?.name ?? '', 'table'] };

/** Holds the tabletop with these options to the contract, over so many walks. */
export function tabletopContract(title: string, options: () => Options, runs: number): void {
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
