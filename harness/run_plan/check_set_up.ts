/**
 * Makes sure that everything is there which the episodes of a run need, before the first of them begins.
 *
 * What is missing on this machine is no result of a planner: it is told once and counted nowhere.
 *
 * @module
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { ProgramCommand } from '../any_language/program_command.ts';
import { CommandFailure } from '../errors/failure.ts';
import type { PlannedEpisode, RunPlan } from './run_plan.ts';

/** Throws a CommandFailure at the first thing that is missing. */
export async function checkSetUp(
  { episodes }: Pick<RunPlan, 'episodes'>,
  { fastDownward }: { readonly fastDownward?: string },
): Promise<void> {
  const asking = episodes.find(({ header }) => header.options['solver'] === 'fast-downward');
  if (asking !== undefined) checkFastDownward(asking.header.planner, fastDownward);
  for (const { choice } of new Map(episodes.map((episode) => [episode.header.planner, episode])).values()) {
    if (choice.program !== undefined) checkProgram(choice.spec, choice.program);
  }
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
  const problem = programProblem(path);
  if (problem === null) return;
  throw new CommandFailure(
    2,
    `Cannot run Fast Downward at "${path}": ${problem}. Set FAST_DOWNWARD to the path of fast-downward.py`,
  );
}

function checkProgram(planner: string, { words: [program], folder }: ProgramCommand): void {
  if (process.permission?.has('child') === false) {
    throw new CommandFailure(
      2,
      `Planner "${planner}" is a program, and \`npm run confined\` starts none; use \`npm run -s tapedeck -- …\` for it`,
    );
  }
  const problem = programProblem(program.includes('/') ? resolve(folder, program) : program);
  if (problem !== null) throw new CommandFailure(2, `Cannot run "${program}" of planner "${planner}": ${problem}`);
}

/** Why a program cannot be started; null where it can. */
function programProblem(path: string): string | null {
  if (path.includes('/')) return isProgram(path) ? null : 'it is not a file that may be executed';
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, path));
  return places.some(isProgram) ? null : 'no folder of PATH has such a program';
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
