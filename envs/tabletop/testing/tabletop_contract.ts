import { describe, it } from 'vitest';
import { envContract } from '../../kit/env_contract.ts';
import type { Goal } from '../goals/goal.ts';
import { arbitraryTableActions } from '../kit/arbitrary_table.ts';
import { tabletopEnvs } from '../tabletop_env.ts';
import { tabletop } from '../world.ts';
import { makeScene, SETTINGS } from './make_scenes.ts';

const SKILL = makeScene(SETTINGS[7]!, 1);
const TASK = { goal: { kind: 'spelling', word: 'SKILL' } as Goal };

type Options = NonNullable<Parameters<typeof tabletopEnvs>[2]>;

export function tabletopContract(title: string, options: () => Options, runs: number): void {
  envContract({
    describe,
    it,
    title: `tabletopEnvs(), ${title}`,
    world: tabletop,
    make: () => tabletopEnvs(SKILL, TASK, options())(3),
    walks: arbitraryTableActions(SKILL),
    accepted: { verb: 'pick', args: ['S_block_1', 'table'] },
    runs,
  });
}
