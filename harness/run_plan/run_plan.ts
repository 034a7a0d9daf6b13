/**
 * What a run will do: from what the user asked for to a list of episodes in a fixed order.
 *
 * The request is plain data, so that a worker can be sent it and arrive at the same list.
 *
 * @module
 */
import type { Action, Env, Task } from '../../envs/env.ts';
import type { EnvOptions, TaskInFile } from '../../envs/world.ts';
import { checkMemory } from '../episodes/check_memory.ts';
import { EPISODE_LIMITS } from '../episodes/episode_limits.ts';
import { CommandFailure, unknownName } from '../errors/failure.ts';
import { seedOf, sha256 } from '../files/digest.ts';
import { ownValue } from '../files/own_value.ts';
import { PLACES } from '../files/places.ts';
import { readText } from '../files/read_text.ts';
import { withEnvOptions } from '../registry/env_options.ts';
import { bindingOf, type EnvChoice, type PlacedTask } from '../registry/live_worlds.ts';
import { choosePlanner, type PlannerChoice } from '../registry/planner_spec.ts';
import { choosePrompts, type PromptChoice } from '../registry/prompt_files.ts';
import { worldCalled } from '../registry/worlds.ts';
import { readScenes } from '../suites/read_scenes.ts';
import { type ReferenceEntry, type ReferenceGround, readPlanText, readReferences } from '../suites/references.ts';
import { fileOf, readSuite, type Suite } from '../suites/suite.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';
import { refuseForeignCode } from './foreign_code.ts';

/** Which episodes of a suite to run, and how. Absent lists mean all that the suite has. */
export type RunRequest = EnvChoice & {
  readonly suite: string;
  readonly planners?: readonly string[];
  readonly scenes?: readonly string[];
  readonly tasks?: readonly string[];
  readonly trials?: number;
  /** Only this one of each task's trials, from 1. */
  readonly trial?: number;
  readonly model?: string;
  /** Planner name → prompt set or folder. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** `KEY=VALUE`, on top of what the suite tells the world. */
  readonly envOptions?: readonly string[];
  readonly shard?: { readonly index: number; readonly count: number };
  /** Only the episodes that the suite says its tapes hold. */
  readonly recordedOnly?: boolean;
  readonly callsMax?: number;
  /** Whether a suite from outside the current folder may bring planners of its own. */
  readonly allowCode?: boolean;
  /** Leaves reference plans out, so that who would take them has to search. */
  readonly searchAnew?: boolean;
};

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
  readonly episodes: readonly PlannedEpisode[];
  /** Of all episodes, before the run is cut down to a shard or to what is recorded. */
  readonly headers: readonly TraceHeader[];
};

/** A task set in a scene, and what is known of it. */
export type PlannedCell = PlacedTask & {
  readonly family: string | null;
  /** What the world is told. */
  readonly envOptions: EnvOptions;
  readonly ground: ReferenceGround;
  readonly reference: ReferenceEntry | null;
  /** Whether nothing goes wrong by chance in the world as it is told. */
  readonly isCertain: boolean;
  /** A fresh world in which nothing goes wrong by chance; what else chance decides is as in the first trial. */
  readonly newCertainEnv: () => Env;
};

/** Every task of a suite in every scene, or those that were asked for, without their planners. */
export function planCells(request: RunRequest, suite: Suite): PlannedCell[] {
  const tasks = readSuiteTasks(request, suite);
  const envOptions = withEnvOptions(suite.world, suite.envOptions, request.envOptions ?? []);
  const world = worldCalled(suite.world);
  const bind = bindingOf(world, request);
  const certain = world.certain(envOptions);
  const [told, atBest] = [envOptions, certain].map((each) => JSON.stringify(world.schemas.options.parse(each)));
  const isCertain = told === atBest;
  const references = readReferences(suite);
  const scenes = readScenes(suite, request.scenes);
  refuseNamesakes(scenes.map(({ scene }) => scene.name));
  const cells = scenes.flatMap(({ scene, digest }) =>
    tasks
      .filter((taskInFile) => world.isMeantFor?.(taskInFile, scene) ?? true)
      .map((taskInFile) => {
        const ground = { scene: digest, task: taskDigestOf(taskInFile), envOptions: certain };
        const bound = bind(scene, taskInFile, envOptions);
        const reference = references.entry(scene.name, bound.task.name, ground);
        const seed = episodeSeed({ scene: scene.name, task: bound.task.name, trial: 1 });
        const newCertainEnv = () => world.bind(scene, taskInFile, certain).newEnv(seed);
        const { family = null } = taskInFile;
        return { ...bound, family, envOptions, ground, reference, isCertain, newCertainEnv };
      }),
  );
  if (cells.length === 0) {
    const [taskNames, places] = [tasks.map(({ name }) => name), scenes.map(({ scene }) => scene.name)];
    throw new CommandFailure(
      2,
      `No task is made for its scene: tasks ${taskNames.join(', ')}; scenes ${places.join(', ')}`,
    );
  }
  return cells;
}

/** Reads everything that the run needs. Throws with one clear message at the first thing that is wrong. */
export async function planRun(request: RunRequest): Promise<RunPlan> {
  const suite = readSuite(request.suite);
  const model = request.model ?? suite.model;
  const trials = request.trials ?? suite.trials;
  const methods = await readMethods(request, suite);
  const planners = methods.map(({ choice }) => choice.spec);
  const limits = sceneLimits(request, suite, planners);
  const episodes: PlannedEpisode[] = [];
  for (const cell of planCells(request, suite)) {
    for (const method of methods) {
      if (limits.get(method.choice.spec)?.has(cell.task.scene) === false) continue;
      checkMemory(cell.task, method.choice);
      const known = request.searchAnew === true ? {} : knownPlanOf(cell);
      for (let trial = 1; trial <= trials; trial += 1) {
        const header = headerOf(request, { suite, model, cell, method, trial });
        const seed = episodeSeed(header);
        const { task, family, newEnv } = cell;
        const callsMax = request.callsMax ?? EPISODE_LIMITS.callsMax;
        episodes.push({ number: episodes.length, header, task, family, seed, newEnv, ...method, callsMax, ...known });
      }
    }
  }
  return {
    suite,
    model,
    planners,
    episodes: selection(episodes, request, suite),
    headers: episodes.map(({ header }) => header),
  };
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

/** All planners of a task and trial meet the same chance. */
export function episodeSeed({ scene, task, trial }: Pick<TraceHeader, 'scene' | 'task' | 'trial'>): number {
  return seedOf(`${scene}/${task}/${trial}`);
}

type HeaderParts = {
  readonly suite: Suite;
  readonly model: string;
  readonly cell: PlannedCell;
  readonly method: { readonly choice: PlannerChoice; readonly prompts: PromptChoice };
  readonly trial: number;
};

function headerOf({ env = 'symbolic' }: RunRequest, { suite, model, cell, method, trial }: HeaderParts): TraceHeader {
  const { task, envOptions, ground, reference } = cell;
  const { choice, prompts } = method;
  return {
    event: 'header',
    format: 1,
    suite: suite.name,
    world: suite.world,
    scene: task.scene,
    task: task.name,
    trial,
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

/** The suite's tasks that were asked for, in the file's order. */
export function readSuiteTasks(request: RunRequest, suite: Suite): readonly TaskInFile[] {
  const world = worldCalled(suite.world);
  const path = fileOf(suite, 'file of tasks', suite.tasks, world.tasksFolder);
  const tasks = world.readTasks(readText(path), path);
  return pick('task', request.tasks, tasks, (task) => task.name);
}

function pick<T>(
  kind: string,
  wanted: readonly string[] | undefined,
  all: readonly T[],
  name: (item: T) => string,
): T[] {
  if (wanted === undefined) return [...all];
  const known = new Map(all.map((item) => [name(item), item]));
  for (const each of wanted) {
    if (!known.has(each)) throw unknownName(`${kind} of this suite`, each, [...known.keys()]);
  }
  return all.filter((item) => wanted.includes(name(item)));
}

function taskDigestOf({ origin: _, family: __, ...task }: TaskInFile): string {
  return sha256(JSON.stringify(task));
}

/** Scenes are told apart by name, whatever their files are called. */
function refuseNamesakes(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CommandFailure(2, `Two scenes of this suite are called "${twice}"`);
}

/** Cuts a run down to what was asked for. Shards are dealt out like cards, so that they are of like size and kind. */
function selection(episodes: PlannedEpisode[], request: RunRequest, suite: Suite): PlannedEpisode[] {
  const { trial, shard: { index, count } = { index: 1, count: 1 } } = request;
  const dealt = episodes.filter(
    ({ number, header }) => number % count === index - 1 && (trial ?? header.trial) === header.trial,
  );
  if (request.recordedOnly !== true) return dealt;
  return dealt.filter(({ header }) =>
    suite.recorded.some(
      ({ scenes, tasks, planners }) =>
        (scenes?.includes(header.scene) ?? true) &&
        (tasks?.includes(header.task) ?? true) &&
        (planners?.includes(header.planner) ?? true),
    ),
  );
}
