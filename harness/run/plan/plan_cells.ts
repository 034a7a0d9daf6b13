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

export type PlannedCell = PlacedTask &
  Readonly<{
    family: string | null;
    envOptions: EnvOptions;
    ground: ReferenceGround;
    reference: ReferenceEntry | null;
    isCertain: boolean;
    newCertainEnv: () => Env;
  }>;

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
  const places = scenes.map(({ scene }) => scene.name);
  const duplicate = places.find((name, at) => places.indexOf(name) !== at);
  if (duplicate !== undefined) throw invalid(`Two scenes of this suite are called "${duplicate}"`);
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
  if (cells.length > 0) return cells;
  const names = tasks.map(({ name }) => name);
  throw invalid(`No task is made for its scene: tasks ${names.join(', ')}; scenes ${places.join(', ')}`);
}

export function readSuiteTasks(request: RunRequest, suite: Suite): readonly TaskInFile[] {
  const world = worldCalled(suite.world);
  const path = fileOf(suite, 'file of tasks', suite.tasks, world.tasksFolder);
  const tasks = world.readTasks(readText(path), path);
  const known = tasks.map(({ name }) => name);
  const unknown = request.tasks?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName('task of this suite', unknown, known);
  return tasks.filter(({ name }) => request.tasks?.includes(name) ?? true);
}

function taskDigestOf({ origin: _, family: __, ...task }: TaskInFile) {
  return sha256(JSON.stringify(task));
}
