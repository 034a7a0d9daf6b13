/**
 * What a run will do: from what the user asked for to a list of episodes in a fixed order.
 *
 * The request is plain data, so that a worker can be sent it and arrive at the same list.
 *
 * @module
 */
import type { Action, Task } from '../../../envs/env.ts';
import { checkMemory } from '../../episode/check_memory.ts';
import { EPISODE_LIMITS } from '../../episode/episode_limits.ts';
import type { PlacedTask } from '../../episode/registry/live_worlds.ts';
import { choosePlanner, type PlannerChoice } from '../../episode/registry/planner_spec.ts';
import { choosePrompts, type PromptChoice } from '../../episode/registry/prompt_files.ts';
import { CommandFailure, unknownName } from '../../io/errors/failure.ts';
import { ownValue } from '../../io/own_value.ts';
import { PLACES } from '../../io/places.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import { readScenes } from '../suites/read_scenes.ts';
import { readPlanText } from '../suites/references.ts';
import { readSuite, type Suite } from '../suites/suite.ts';
import { EpisodeList } from './episode_list.ts';
import { episodeSeed } from './episode_seed.ts';
import { refuseForeignCode } from './foreign_code.ts';
import { type PlannedCell, planCells } from './plan_cells.ts';
import type { RunRequest } from './run_request.ts';
import { selectedEpisodes } from './selected_episodes.ts';

/** One episode to be run. */
export type PlannedEpisode = {
  /** Position in the whole run, before it is cut down to a shard or to some episodes. */
  readonly number: number;
  readonly header: TraceHeader;
  readonly task: Task;
  /** What its task has in common with others; null for a task of its own. */
  readonly family: string | null;
  /** Where chance comes from: of the task and trial, so that all planners meet the same. */
  readonly seed: number;
  readonly newEnv: PlacedTask['newEnv'];
  readonly choice: PlannerChoice;
  readonly prompts: PromptChoice;
  /** Most calls of the model. */
  readonly callsMax: number;
  /** The reference plan, where one is stored for a world that is told the same. */
  readonly knownPlan?: readonly Action[];
};

export type RunPlan = {
  readonly suite: Suite;
  readonly model: string;
  readonly planners: readonly string[];
  /** All episodes, before the run is cut down to a shard or to one trial. */
  readonly list: EpisodeList;
  /** Those that are to be played, by number, ascending. */
  readonly numbers: readonly number[];
  /** Throws on a number that the list does not have. */
  readonly episode: (number: number) => PlannedEpisode;
};

/** Reads everything that the run needs. Throws with one clear message at the first thing that is wrong. */
export async function planRun(request: RunRequest): Promise<RunPlan> {
  const suite = readSuite(request.suite);
  const model = request.model ?? suite.model;
  const trials = request.trials ?? suite.trials;
  const methods = await readMethods(request, suite);
  const planners = methods.map(({ choice }) => choice.spec);
  const limits = sceneLimits(request, suite, planners);
  const callsMax = request.callsMax ?? EPISODE_LIMITS.callsMax;
  const cells = planCells(request, suite).map((cell) =>
    methods
      .filter(({ choice }) => limits.get(choice.spec)?.has(cell.task.scene) !== false)
      .map((method) => {
        checkMemory(cell.task, method.choice);
        const { task, family, newEnv } = cell;
        const known = request.searchAnew === true ? {} : knownPlanOf(cell);
        return {
          header: headerOf(request, { suite, model, cell, method }),
          task,
          family,
          newEnv,
          ...method,
          callsMax,
          ...known,
        };
      }),
  );
  const list = new EpisodeList({ cells: cells.map((cell) => cell.map(({ header }) => header)), trials });
  return {
    suite,
    model,
    planners,
    list,
    numbers: selectedEpisodes(list, request),
    episode(number) {
      const { cell, trial, planner } = list.placeOf(number);
      const kind = cells[cell]![planner]!;
      const header = { ...kind.header, trial };
      return { ...kind, number, header, seed: episodeSeed(header) };
    },
  };
}

/** The episodes of a run that are to be played, in order. */
export function* plannedEpisodes({
  numbers,
  episode,
}: Pick<RunPlan, 'numbers' | 'episode'>): Generator<PlannedEpisode> {
  for (const number of numbers) yield episode(number);
}

/** One episode of each planner in each cell in which it plays. */
export function* plannedKinds({ list, numbers, episode }: RunPlan): Generator<PlannedEpisode> {
  const seen = new Set<string>();
  for (const number of numbers) {
    const { cell, planner } = list.placeOf(number);
    const kind = `${cell} ${planner}`;
    if (seen.has(kind)) continue;
    seen.add(kind);
    yield episode(number);
  }
}

/** A reference plan is found in a certain world, and counts in no other. */
function knownPlanOf({ reference, isCertain }: PlannedCell): Pick<PlannedEpisode, 'knownPlan'> {
  return reference === null || !isCertain ? {} : { knownPlan: readPlanText(reference.plan) };
}

/**
 * The only scenes of planners that the suite limits to some. None are limited where both planners and scenes are asked for
 * by name. Throws a CommandFailure on a planner or scene that the suite does not have.
 */
function sceneLimits(request: RunRequest, suite: Suite, specs: readonly string[]): Map<string, ReadonlySet<string>> {
  if (request.planners !== undefined && request.scenes !== undefined) return new Map();
  const limits = Object.entries(suite.plannerScenes);
  const unknown = limits.find(([spec]) => request.planners === undefined && !specs.includes(spec));
  if (unknown !== undefined) throw unknownName('planner of this suite (in `plannerScenes`)', unknown[0], specs);
  return new Map(limits.map(([spec, scenes]) => [spec, sceneNamesOf(suite, scenes)]));
}

function sceneNamesOf(suite: Suite, wanted: readonly string[]): Set<string> {
  return new Set(readScenes(suite, wanted).map(({ scene }) => scene.name));
}

type HeaderParts = {
  readonly suite: Suite;
  readonly model: string;
  readonly cell: PlannedCell;
  readonly method: { readonly choice: PlannerChoice; readonly prompts: PromptChoice };
};

/** Of the first trial. */
function headerOf({ env = 'symbolic' }: RunRequest, { suite, model, cell, method }: HeaderParts): TraceHeader {
  const { task, envOptions, ground, reference } = cell;
  const { choice, prompts } = method;
  return {
    event: 'header',
    format: 1,
    suite: suite.name,
    world: suite.world,
    scene: task.scene,
    task: task.name,
    trial: 1,
    planner: choice.spec,
    options: choice.options,
    privileged: choice.planner.privileged(choice.options),
    model: choice.planner.asksModel === false ? null : model,
    prompts: prompts.prompts.set,
    env,
    envOptions,
    instruction: task.instruction,
    stepsMax: task.stepsMax,
    reference: reference === null ? null : { steps: reference.steps, optimal: reference.optimal },
    digests: {
      scene: ground.scene,
      task: ground.task,
      prompts: prompts.digest,
      ...(choice.program === undefined ? {} : { program: choice.program.digests }),
    },
  };
}

async function readMethods(request: RunRequest, suite: Suite) {
  const choices = await choosePlanners(request, suite);
  const names = choices.map((choice) => choice.planner.name);
  for (const name of Object.keys(request.prompts ?? {})) {
    if (!names.includes(name)) throw unknownName('planner of this run (asked for by --prompts)', name, names);
  }
  const specs = new Set<string>();
  for (const { planner, spec } of choices) {
    if (planner.worlds !== 'any' && !planner.worlds.includes(suite.world)) {
      throw new CommandFailure(
        2,
        `Planner "${spec}" is made for ${planner.worlds.map((world) => `"${world}"`).join(' and ')}; suite "${suite.name}" plays in "${suite.world}"`,
      );
    }
    if (specs.has(spec)) throw new CommandFailure(2, `Planner "${spec}" is asked for twice`);
    specs.add(spec);
  }
  const promptsOf = ({ planner, promptsFolder }: PlannerChoice) =>
    choosePrompts(planner, ownValue(request.prompts ?? {}, planner.name) ?? promptsFolder);
  return choices.map((choice) => ({ choice, prompts: promptsOf(choice) }));
}

/** Paths that the user names are relative to the current folder, those in a suite to the suite. */
function choosePlanners(request: RunRequest, suite: Suite): Promise<PlannerChoice[]> {
  if (request.planners !== undefined) return Promise.all(request.planners.map((text) => choosePlanner(text)));
  if (request.allowCode !== true) refuseForeignCode(suite);
  return Promise.all(suite.planners.map((text) => choosePlanner(text, suite.folder ?? PLACES.root)));
}
