/**
 * What a run will do: from what the user asked for to a list of episodes in a fixed order.
 *
 * The request is plain data, so that a worker can be sent it and arrive at the same list.
 *
 * @module
 */
import type { Env, Task } from '../envs/env.ts';
import { sha256 } from './digest.ts';
import { EPISODE_LIMITS, memoryOf } from './episode.ts';
import { CommandFailure, unknownName } from './failure.ts';
import { choosePlanner, type PlannerChoice } from './planner_spec.ts';
import { choosePrompts, type PromptChoice } from './prompt_files.ts';
import { readText } from './read_text.ts';
import { fileOf, readSuite, type Suite } from './suite.ts';
import type { TraceHeader } from './trace.ts';
import { type Scene, type TaskInFile, WORLDS } from './worlds.ts';

/** Which episodes of a suite to run, and how. Absent lists mean all that the suite has. */
export type RunRequest = {
  readonly suite: string;
  readonly planners?: readonly string[];
  readonly scenes?: readonly string[];
  readonly tasks?: readonly string[];
  readonly trials?: number;
  readonly model?: string;
  /** Planner name → prompt set or folder. */
  readonly prompts?: Readonly<Record<string, string>>;
  readonly env?: string;
  readonly shard?: { readonly index: number; readonly count: number };
  /** Only the episodes that the suite says its tapes hold. */
  readonly recordedOnly?: boolean;
  readonly callsMax?: number;
};

/** One episode to be run. */
export type PlannedEpisode = {
  /** Position in the whole run, before it is cut down to a shard or to some episodes. */
  readonly number: number;
  readonly header: TraceHeader;
  readonly task: Task;
  readonly newEnv: () => Env;
  readonly choice: PlannerChoice;
  readonly prompts: PromptChoice;
  /** Most calls of the model. */
  readonly callsMax: number;
};

export type RunPlan = {
  readonly suite: Suite;
  readonly model: string;
  readonly planners: readonly string[];
  readonly episodes: readonly PlannedEpisode[];
  /** How many there are before the run is cut down to a shard or to what is recorded. */
  readonly episodesTotal: number;
};

/** Reads everything that the run needs. Throws with one clear message at the first thing that is wrong. */
export async function planRun(request: RunRequest): Promise<RunPlan> {
  const suite = readSuite(request.suite);
  const model = request.model ?? suite.model;
  const trials = request.trials ?? suite.trials;
  const callsMax = request.callsMax ?? EPISODE_LIMITS.callsMax;
  const methods = await readMethods(request, suite);
  const tasks = readSuiteTasks(request, suite);
  const episodes: PlannedEpisode[] = [];
  const scenes = readScenes(request, suite);
  refuseNamesakes(scenes.map(({ scene }) => scene.name));
  for (const { scene, digest: sceneDigest } of scenes) {
    for (const taskInFile of tasks) {
      const { task, newEnv } = scene.bind(taskInFile);
      const taskDigest = taskDigestOf(taskInFile);
      for (const { choice, prompts } of methods) {
        checkMemory(task, choice);
        for (let trial = 1; trial <= trials; trial += 1) {
          const header: TraceHeader = {
            event: 'header',
            format: 1,
            suite: suite.name,
            world: suite.world,
            scene: scene.name,
            task: task.name,
            trial,
            planner: choice.spec,
            options: choice.options,
            privileged: choice.planner.privileged,
            model,
            prompts: prompts.prompts.set,
            env: request.env ?? 'symbolic',
            instruction: task.instruction,
            stepsMax: task.stepsMax,
            digests: { scene: sceneDigest, task: taskDigest, prompts: prompts.digest },
          };
          episodes.push({ number: episodes.length, header, task, newEnv, choice, prompts, callsMax });
        }
      }
    }
  }
  return {
    suite,
    model,
    planners: methods.map(({ choice }) => choice.spec),
    episodes: selection(episodes, request, suite),
    episodesTotal: episodes.length,
  };
}

async function readMethods(request: RunRequest, suite: Suite) {
  const choices = await Promise.all((request.planners ?? suite.planners).map(choosePlanner));
  const names = choices.map((choice) => choice.planner.name);
  for (const name of Object.keys(request.prompts ?? {})) {
    if (!names.includes(name)) throw unknownName('planner of this run (asked for by --prompts)', name, names);
  }
  const specs = new Set<string>();
  for (const { planner, spec } of choices) {
    if (planner.world !== suite.world) {
      throw new CommandFailure(
        2,
        `Planner "${spec}" is made for the world "${planner.world}"; suite "${suite.name}" plays in "${suite.world}"`,
      );
    }
    if (specs.has(spec)) throw new CommandFailure(2, `Planner "${spec}" is asked for twice`);
    specs.add(spec);
  }
  return choices.map((choice) => ({
    choice,
    prompts: choosePrompts(choice.planner, request.prompts?.[choice.planner.name]),
  }));
}

/** The suite's tasks that were asked for, in the file's order. */
export function readSuiteTasks(request: RunRequest, suite: Suite): readonly TaskInFile[] {
  const world = WORLDS[suite.world];
  const path = fileOf(suite, 'file of tasks', suite.tasks, world.tasksFolder);
  const tasks = world.readTasks(readText(path), path);
  return pick('task', request.tasks, tasks, (task) => task.name);
}

/** Scenes are given by name, or by number as `--scene 2` for the suite's second. */
function readScenes(request: RunRequest, suite: Suite): { scene: Scene; digest: string }[] {
  const wanted = request.scenes?.map((scene) =>
    /^\d+$/.test(scene) ? (suite.scenes[Number(scene) - 1] ?? scene) : scene,
  );
  return pick('scene', wanted, suite.scenes, (scene) => scene).map((name) => {
    const path = fileOf(suite, 'scene', name, WORLDS[suite.world].scenesFolder);
    const text = readText(path);
    return { scene: WORLDS[suite.world].readScene(text, path), digest: sha256(JSON.stringify(JSON.parse(text))) };
  });
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

function taskDigestOf({ origin: _, ...task }: TaskInFile): string {
  return sha256(JSON.stringify(task));
}

/** What a task puts into a planner's memory must be in that planner's form. */
function checkMemory(task: Task, { planner }: PlannerChoice): void {
  const memory = memoryOf(task, planner.name);
  if (memory === undefined || planner.memory === undefined) return;
  const parsed = planner.memory.safeParse(memory);
  if (parsed.success) return;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'memory'}: ${message}`);
  throw new CommandFailure(
    2,
    `Task "${task.name}": its memory for planner "${planner.name}" cannot be used: ${problems.join('; ')}`,
  );
}

/** Scenes are told apart by name, whatever their files are called. */
function refuseNamesakes(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CommandFailure(2, `Two scenes of this suite are called "${twice}"`);
}

/** Cuts a run down to what was asked for. Shards are dealt out like cards, so that they are of like size and kind. */
function selection(episodes: PlannedEpisode[], request: RunRequest, suite: Suite): PlannedEpisode[] {
  const { index, count } = request.shard ?? { index: 1, count: 1 };
  const dealt = episodes.filter(({ number }) => number % count === index - 1);
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
