import { z } from 'zod';
import type { Llm } from '../../../cassettes/llm.ts';
import type { Env, Task } from '../../../envs/env.ts';
import type { HouseholdObservation } from '../../../envs/household/observation.ts';
import type { Planner } from '../../../planners/planner.ts';
import { promptSet } from '../../../planners/prompts.ts';
import { traceHeader } from '../../trace/testing/trace_fixture.ts';
import { EPISODE_LIMITS, type EpisodeParts, runEpisode } from '../episode.ts';

export const OBSERVATION: HouseholdObservation = {
  ...{ world: 'household', rooms: ['hall1'], room: 'hall1' },
  ...{ objects: [], containers: [], surfaces: [], holding: [], closeTo: [] },
};
export const TASK: Task = { name: 'task', scene: 'hall', instruction: 'Do it.', goal: null, stepsMax: 4 };
export const SILENT: Llm = {
  chat: async () => ({ text: '', finishReason: 'stop', usage: null }),
  embed: async () => [],
  countTokens: async () => 0,
};

export type Plan = Planner<HouseholdObservation>['plan'];

export function act(verb: string) {
  return { kind: 'act', action: { verb, args: [] } } as const;
}

export function episodeOf(plan: Plan, env: Env<HouseholdObservation>, change: Partial<EpisodeParts> = {}) {
  const planner: Planner<HouseholdObservation> = {
    ...{ name: 'made_up', title: 'Made up', worlds: ['household'], summary: '', promptSlots: {}, plan },
    ...{ options: z.strictObject({}), privileged: () => false },
  };
  return runEpisode({
    header: traceHeader({ task: TASK.name, stepsMax: TASK.stepsMax }),
    task: TASK,
    planner: planner as unknown as Planner,
    env: env as unknown as Env,
    seed: 1,
    prompts: promptSet('none', [], {}),
    llm: () => SILENT,
    limits: EPISODE_LIMITS,
    signal: new AbortController().signal,
    ...change,
  });
}
