/**
 * Makes sure that everything is there which the episodes of a run need, before the first of them begins.
 *
 * What is missing on this machine is no result of a planner: it is told once and counted nowhere.
 *
 * @module
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandFailure } from '../errors/failure.ts';
import type { PlannedEpisode, RunPlan } from './run_plan.ts';

/** Throws a CommandFailure at the first thing that is missing. */
export async function checkSetUp(
  { episodes }: Pick<RunPlan, 'episodes'>,
  { fastDownward }: { readonly fastDownward?: string },
): Promise<void> {
  const asking = episodes.find(({ header }) => header.options['solver'] === 'fast-downward');
  if (asking !== undefined) checkFastDownward(asking.header.planner, fastDownward);
  const worlds = new Map(episodes.map((episode) => [`${episode.header.scene}/${episode.header.task}`, episode]));
  for (const episode of worlds.values()) await checkWorld(episode);
}

function checkFastDownward(planner: string, path: string | undefined): void {
  if (path === undefined) {
    throw new CommandFailure(
      2,
      `Planner "${planner}" plans with Fast Downward: set FAST_DOWNWARD to the path of fast-downward.py`,
    );
  }
  const places = path.includes('/')
    ? [path]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, path));
  if (places.some(isProgram)) return;
  const where = path.includes('/') ? 'it is not a file that may be executed' : 'no folder of PATH has such a program';
  throw new CommandFailure(
    2,
    `Cannot run Fast Downward at "${path}": ${where}. Set FAST_DOWNWARD to the path of fast-downward.py`,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function checkWorld({ header, seed, newEnv }: PlannedEpisode): Promise<void> {
  try {
    const env = newEnv(seed);
    try {
      await env.reset();
    } finally {
      await env.close();
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const place = `task "${header.task}" in scene "${header.scene}"`;
    throw new CommandFailure(2, `Cannot start the world of ${place}: ${why}`, { cause });
  }
}
