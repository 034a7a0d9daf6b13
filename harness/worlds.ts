/**
 * The worlds as the harness sees them: where their scenes and tasks lie, and how an env is made of them.
 *
 * @module
 */
import type { Env, HouseholdObservation, Task, WorldName } from '../envs/env.ts';
import type { Goal } from '../envs/household/goal.ts';
import type { House } from '../envs/household/house.ts';
import { householdEnv } from '../envs/household/household_env.ts';
import { readHouse } from '../envs/household/read_house.ts';
import { type HouseholdTask, readTasks, taskFor } from '../envs/household/tasks.ts';
import { PLACES } from './places.ts';

/** A scene with the tasks that can be set in it. */
export type Scene = {
  readonly name: string;
  /** Checks a task against the scene and binds the two. Throws, naming the task, when it cannot be set there. */
  bind(task: TaskInFile): Task;
  /** A fresh env for a bound task. */
  env(task: Task): Env;
};

/** A task as its file has it, before it is set in a scene. */
export type TaskInFile = {
  readonly name: string;
  readonly instruction: string;
  readonly stepsMax: number;
};

export type World = {
  readonly name: WorldName;
  readonly scenesFolder: string;
  readonly tasksFolder: string;
  /** Reads a scene file. Throws with path, line, field and what was expected. */
  readScene(text: string, path: string): Scene;
  readTasks(text: string, path: string): readonly TaskInFile[];
};

export const WORLDS: Readonly<Record<WorldName, World>> = {
  household: {
    name: 'household',
    scenesFolder: PLACES.houses,
    tasksFolder: PLACES.householdTasks,
    readScene: (text, path) => householdScene(readHouse(text, path)),
    readTasks,
  },
};

function householdScene(house: House): Scene {
  return {
    name: house.name,
    bind: (task) => taskFor(house, task as HouseholdTask),
    env: (task) => householdEnv(house, task as Task<Goal>) satisfies Env<HouseholdObservation> as unknown as Env,
  };
}
