import type { Observation } from '../../../../envs/env.ts';
import { setCappedTimeout } from '../../../../planners/pddl/plan/bounded_process.ts';
import type { Planner, Start } from '../../../../planners/planner.ts';
import { type ProgramCommand, programPlanner } from '../../../episode/any_language/program_planner.ts';
import { ProgramProcess } from '../../../episode/any_language/program_process.ts';
import { memoryOf } from '../../../episode/episode.ts';
import { choosePlanner, choosePrompts, type PlannerChoice, type PromptChoice } from '../../../episode/planner_spec.ts';
import { WORLD_NAMES, worldCalled } from '../../../episode/worlds.ts';
import { invalid, unknownName } from '../../../io/errors/failure.ts';
import { type PlannedEpisode, planRun } from '../../../run/plan/run_plan.ts';
import { readSuite, sceneNames, suiteNames } from '../../../run/suites/suite.ts';
import type { CheckOrder } from './planner_report.ts';

export type LoadedPlanner = Readonly<{
  choice: PlannerChoice;
  planner: Planner;
  prompts: PromptChoice;
  world: string;
  suites: readonly string[];
  program: (command: ProgramCommand) => ProgramProcess;
}>;

/** Throws a CommandFailure on a planner that does not load or fit the world. */
export async function loadPlanner(
  { planner: text, world: requested, timeLimitS }: CheckOrder,
  onLine: (line: string) => void,
): Promise<LoadedPlanner> {
  if (requested !== undefined && !WORLD_NAMES.includes(requested)) throw unknownName('world', requested, WORLD_NAMES);
  const choice = await choosePlanner(text);
  const worlds = choice.planner.worlds === 'any' ? WORLD_NAMES : choice.planner.worlds;
  const world = requested ?? worlds[0] ?? '';
  if (!worlds.includes(world))
    throw invalid(`Planner "${choice.spec}" is made for ${worlds.join(', ')}, not for "${world}"`);
  const prompts = choosePrompts(choice.planner, choice.promptsFolder);
  const program = (command: ProgramCommand) =>
    new ProgramProcess(command, {
      // Longer than the limit of a check, which reports the fault.
      limits: { startS: 2 * timeLimitS, decisionS: 2 * timeLimitS },
      clock: () => performance.now(),
      startTimer: setCappedTimeout,
      onStderr: (line) => onLine(`writes to standard error: ${line}`),
    });
  const { program: command } = choice;
  const planner =
    command === undefined ? choice.planner : programPlanner(choice.spec, choice.options, () => program(command));
  const suites = suiteNames().filter((name) => readSuite(name).world === world);
  return { choice, planner, prompts, world, suites, program };
}

export async function firstEpisode({ suites: [suite], world }: LoadedPlanner, text: string): Promise<PlannedEpisode> {
  if (suite === undefined) throw invalid(`Cannot check a planner in "${world}": no suite uses this world`);
  const scenes = sceneNames(readSuite(suite), worldCalled(world).scenesFolder).slice(0, 1);
  return (await planRun({ suite, planners: [text], scenes })).episode(0);
}

export async function startOf({ newEnv, seed, task, choice }: PlannedEpisode, world: string) {
  const env = newEnv(seed);
  let { observation } = await env.reset();
  const past: Start<Observation>['past'][number][] = [];
  for (const action of task.prologue ?? []) {
    const result = await env.step(action);
    observation = result.observation;
    past.push({ action, ok: result.ok });
  }
  const memory = memoryOf(task, choice.planner.name);
  const isPrivileged = choice.planner.privileged(choice.options);
  const [model, rehearsal] = isPrivileged ? [env.model?.bind(env), env.rehearsal?.bind(env)] : [];
  return {
    observation,
    start: {
      instruction: task.instruction,
      actions: worldCalled(world).actions,
      past,
      seed,
      ...(memory === undefined ? {} : { memory }),
      ...(task.skills === undefined ? {} : { skills: task.skills }),
      ...(model === undefined ? {} : { model }),
      ...(rehearsal === undefined ? {} : { rehearsal }),
    },
  };
}
