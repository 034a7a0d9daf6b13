import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { TapedSimulator } from '../../../cassettes/cassette/taped_simulator.ts';
import { TapeError } from '../../../cassettes/disk/read_lines.ts';
import type { ProgramCommand } from '../../episode/any_language/program_planner.ts';
import { invalid, messageOf } from '../../io/errors/failure.ts';
import type { PlannedEpisode } from '../plan/run_plan.ts';
import type { RunSettings } from '../plan/run_request.ts';
import type { RunSimulators } from '../tapes/run_simulators.ts';

export async function checkSetup(
  episodes: Iterable<PlannedEpisode>,
  { fastDownward }: Pick<RunSettings, 'fastDownward'>,
  simulators: RunSimulators | null,
): Promise<void> {
  const all = [...episodes];
  for (const { header, choice } of new Map(all.map((each) => [each.header.planner, each])).values()) {
    if (header.options['solver'] === 'fast-downward') checkFastDownward(header.planner, fastDownward);
    if (choice.program !== undefined) checkProgram(choice.spec, choice.program);
  }
  for (const group of Map.groupBy(all, ({ header }) => `${header.scene}/${header.task}`).values()) {
    if (simulators === null) await checkWorld(group[0]!);
    else await checkSimulator(group, simulators);
  }
}

function checkFastDownward(planner: string, path: string | undefined) {
  if (path === undefined)
    throw invalid(`Planner "${planner}" needs Fast Downward: set FAST_DOWNWARD to the path of fast-downward.py`);
  const problem = programProblem(path);
  if (problem === null) return;
  throw invalid(`Cannot run Fast Downward at "${path}": ${problem}. Set FAST_DOWNWARD to the path of fast-downward.py`);
}

function checkProgram(planner: string, { words: [program], folder }: ProgramCommand) {
  if (process.permission?.has('child') === false) {
    throw invalid(
      `Planner "${planner}" is a program, which \`npm run confined\` cannot start; use \`npm run -s tapedeck -- …\` instead`,
    );
  }
  const problem = programProblem(program.includes('/') ? resolve(folder, program) : program);
  if (problem !== null) throw invalid(`Cannot run "${program}" of planner "${planner}": ${problem}`);
}

function programProblem(path: string): string | null {
  if (path.includes('/')) return isProgram(path) ? null : 'it is not an executable file';
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, path));
  return places.some(isProgram) ? null : 'PATH has no such program';
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function checkSimulator(episodes: readonly PlannedEpisode[], { probe }: RunSimulators) {
  if (probe === null) return;
  for (const episode of episodes) {
    const simulators: TapedSimulator[] = [];
    await checkWorld(episode, (live) => (simulators[0] = probe(episode.header)(live)));
    if ((simulators[0]?.counts.asked ?? 0) > 0) return;
  }
}

async function checkWorld(
  { header, seed, newEnv }: PlannedEpisode,
  through?: Parameters<PlannedEpisode['newEnv']>[1],
): Promise<void> {
  try {
    const env = newEnv(seed, through);
    try {
      await env.reset();
    } finally {
      await env.close();
    }
  } catch (cause) {
    if (cause instanceof TapeError) throw cause;
    const place = `task "${header.task}" in scene "${header.scene}"`;
    throw invalid(`Cannot start the world of ${place}: ${messageOf(cause)}`, { cause });
  }
}
