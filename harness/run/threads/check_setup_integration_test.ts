import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Env } from '../../../envs/env.ts';
import { PLACES } from '../../io/places.ts';
import { words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { traceHeader } from '../../trace/testing/trace_fixture.ts';
import type { PlannedEpisode } from '../plan/run_plan.ts';
import { checkSetup } from './check_setup.ts';

const { at, file } = scratchFolder();
const CLOSED: string[] = [];

function episode(task: string, reset: () => unknown): PlannedEpisode {
  const env = { reset, close: () => CLOSED.push(task) } as unknown as Env;
  return { header: traceHeader({ task }), seed: 1, newEnv: () => env, choice: {} } as unknown as PlannedEpisode;
}

describe('checkSetup()', () => {
  it('starts the world of every task once, and closes it', async () => {
    const started: string[] = [];
    const episodes = ['a', 'b', 'a'].map((task) => episode(task, () => started.push(task)));
    CLOSED.length = 0;
    await checkSetup(episodes, {}, null);
    const both = ['a', 'b'];
    expect([started.sort(), CLOSED.toSorted()]).toEqual([both, both]);
  });

  it('names the first world that does not start', async () => {
    const broken = episode('b', () => Promise.reject(new Error("Cannot find package '@mujoco/mujoco'")));
    const checking = checkSetup([episode('a', () => {}), broken], {}, null);
    await expect(checking).rejects.toMatchObject({ name: 'CommandFailure', exitCode: 2 });
    await expect(checking).rejects.toThrow(`Cannot start the world of task "b"`);
    await expect(checking).rejects.toThrow('@mujoco/mujoco');
  });
});

it('tapedeck run plays and counts no episode if the physics engine is not installed', async () => {
  const without = file(
    'without_mujoco.mjs',
    `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@mujoco/')) throw new Error("Cannot find package '" + name + "'");
      return next(name, context);
    } });`,
  );
  const run = words`run tabletop --scene tower_3_01 --planner oracle --physics mujoco --out ${at('run')}`;
  const argv = ['--import', without, join(PLACES.root, 'harness/main.ts'), ...run];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [ended, said] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  expect(ended).toEqual([2, null]);
  const message = `Cannot start the world of task "tower_3" in scene "tower_3_01": Cannot find package '@mujoco/mujoco'`;
  expect(said).toContain(message);
  expect(existsSync(at('run'))).toBe(false);
});
