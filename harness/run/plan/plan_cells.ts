import type { Env } from '../../../envs/env.ts';
import type { EnvOptions, TaskInFile } from '../../../envs/world.ts';
import { bindingOf, type PlacedTask } from '../../episode/live_worlds.ts';
import { withEnvOptions, worldCalled } from '../../episode/worlds.ts';
import { sha256 } from '../../io/digest.ts';
import { invalid, unknownName } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { type ReferenceEntry, type ReferenceGround, readReferences } from '../suites/references.ts';
import { fileOf, readScenes, type Suite } from '../suites/suite.ts';
import { episodeSeed } from './episode_list.ts';
import type { RunRequest } from './run_request.ts';

export type PlannedCell = PlacedTask & {
  readonly family: string | null;
  readonly envOptions: EnvOptions;
  readonly ground: ReferenceGround;
  readonly reference: ReferenceEntry | null;
  readonly isCertain: boolean;
  /** A fresh world without chance failures; other chance as in the first trial. */
  readonly newCertainEnv: () => Env;
};

export function planCells(request: RunRequest, suite: Suite): PlannedCell[] {
  const tasks = readSuiteTasks(request, suite);
  const envOptions = withEnvOptions(suite.world, suite.envOptions, request.envOptions ?? []);
  const world = worldCalled(suite.world);
  const bind = bindingOf(world, request);
  const certain = world.certain(envOptions);
  const optionsText = (options: EnvOptions) => JSON.stringify(world.schemas.options.parse(options));
  const isCertain = optionsText(envOptions) === optionsText(certain);
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
    throw invalid(`No task is made for its scene: tasks ${taskNames.join(', ')}; scenes ${places.join(', ')}`);
  }
  return cells;
}

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

/** Scene names must be unique across files. */
function refuseNamesakes(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalid(`Two scenes of this suite are called "${twice}"`);
}
