import type { Fields } from '../../trace/metrics/metric.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import type { Side, SideEpisode } from '../side.ts';

export type Outcome = Partial<
  Pick<SideEpisode, 'suite' | 'scene' | 'task' | 'planner' | 'trial' | 'end' | 'digests' | 'model' | 'world'>
> &
  Readonly<{ success?: boolean; steps?: number; row?: Fields }>;

export const OPTIONS = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };

export function sideOf(outcomes: readonly Outcome[], change: Partial<Side> = {}): Side {
  return {
    ...{ name: 'side', kind: 'run', finished: true, suites: [], tapes: [] },
    code: { version: '1.0.0', commit: 'a1'.repeat(20) },
    episodes: outcomes.map(episodeOf),
    traces: async () => new Map<string, Trace>(),
    ...change,
  };
}

function episodeOf({ success = true, steps = 10, row = {}, ...outcome }: Outcome): SideEpisode {
  const name = { suite: 's', scene: 'house', task: 'a', planner: 'p', trial: 1, ...outcome };
  const { end = success ? 'goal' : 'step_limit' } = outcome;
  return {
    model: 'm',
    digests: { scene: 'scene', task: 'task', prompts: 'prompts' },
    world: { env: 'symbolic', envOptions: {} },
    ...{ ...name, end, episode: episodeId(name), complete: end !== 'tape_miss' },
    row: { success, steps, failedSteps: 0, goalConditionRecall: success ? 1 : 0, ...row },
  };
}
