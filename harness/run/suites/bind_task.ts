import type { BoundTask, EnvOptions, TaskInFile, World } from '../../../envs/world.ts';
import { unknownName } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { fileOf } from './suite.ts';

export type TaskFiles = Readonly<{ scene: string; tasks: string; task: string; options?: EnvOptions }>;

/**
 * Binds a task to a scene. `newEnv(seed)` makes a fresh world; `seed` is an integer in [0, 2³²). Invalid input throws an Error with
 * file, line and field.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { bindTask } from 'tapedeck/env';
 * import { household } from 'tapedeck/household';
 *
 * const { task, newEnv } = bindTask(household, { scene: 'house_1', tasks: 'table_1', task: 'open_fridge' });
 * await newEnv(0).reset();
 * assert.equal(task.stepsMax, 30);
 * ```
 */
export function bindTask<
  S extends { readonly name: string },
  T extends TaskInFile,
  O extends { readonly world: string },
>(world: World<S, T, O>, { scene, tasks, task, options = {} }: TaskFiles): BoundTask {
  const scenePath = fileOf({ folder: '.' }, 'scene', scene, world.scenesFolder);
  const tasksPath = fileOf({ folder: '.' }, 'file of tasks', tasks, world.tasksFolder);
  const known = world.readTasks(readText(tasksPath), tasksPath);
  const taskInFile = known.find(({ name }) => name === task);
  if (taskInFile === undefined)
    throw unknownName(
      'task',
      task,
      known.map(({ name }) => name),
    );
  return world.bind(world.readScene(readText(scenePath), scenePath), taskInFile, options);
}
