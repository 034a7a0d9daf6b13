import { describe, expect, it } from 'vitest';
import type { Env } from '../envs/env.ts';
import { checkSetUp } from './check_set_up.ts';
import type { PlannedEpisode } from './run_plan.ts';
import { traceHeader } from './trace_fixture.ts';

const CLOSED: string[] = [];

function episode(task: string, reset: () => unknown): PlannedEpisode {
  const env = { reset, close: () => CLOSED.push(task) } as unknown as Env;
  return { header: traceHeader({ task }), seed: 1, newEnv: () => env } as unknown as PlannedEpisode;
}

describe('checkSetUp()', () => {
  it('starts the world of every task once, and closes it', async () => {
    const started: string[] = [];
    const episodes = ['a', 'b', 'a'].map((task) => episode(task, () => started.push(task)));
    CLOSED.length = 0;
    await checkSetUp({ episodes }, {});
    expect([started.sort(), CLOSED.toSorted()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('names the first world that cannot be started', async () => {
    const broken = episode('b', () => Promise.reject(new Error("Cannot find package '@mujoco/mujoco'")));
    const checking = checkSetUp({ episodes: [episode('a', () => {}), broken] }, {});
    await expect(checking).rejects.toMatchObject({ name: 'CommandFailure', exitCode: 2 });
    await expect(checking).rejects.toThrow(`Cannot start the world of task "b"`);
    await expect(checking).rejects.toThrow('@mujoco/mujoco');
  });
});
