/**
 * The cells of a run: every task of a suite, set in every scene for which it is made.
 *
 * @module
 */
import type { Env } from '../../../envs/env.ts';
import type { EnvOptions, TaskInFile } from '../../../envs/world.ts';
import { withEnvOptions } from '../../episode/registry/env_options.ts';
import { bindingOf, type PlacedTask } from '../../episode/registry/live_worlds.ts';
import { worldCalled } from '../../episode/registry/worlds.ts';
import { sha256 } from '../../io/digest.ts';
import { CommandFailure, unknownName } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { readScenes } from '../suites/read_scenes.ts';
import { type ReferenceEntry, type ReferenceGround, readReferences } from '../suites/references.ts';
import { fileOf, type Suite } from '../suites/suite.ts';
import { episodeSeed } from './episode_seed.ts';
import type { RunRequest } from './run_request.ts';

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
