/**
 * The worlds as the harness sees them: where their scenes and tasks lie, and how an env is made of them.
 *
 * @module
 */
import { basename } from 'node:path';
import type { z } from 'zod';
import type { Env, Task, WorldName } from '../envs/env.ts';
import { householdEnvs } from '../envs/household/household_env.ts';
import { householdOptionsSchema } from '../envs/household/household_options.ts';
import type { House } from '../envs/household/scene/house.ts';
import { houseOfGraph, readGraph } from '../envs/household/scene/read_graph.ts';
import { readHouse } from '../envs/household/scene/read_house.ts';
import { type HouseholdTask, readTasks as readHouseholdTasks, taskFor } from '../envs/household/tasks.ts';
import { readScene as readTabletopScene } from '../envs/tabletop/read_scene.ts';
import type { Scene as TabletopScene } from '../envs/tabletop/table/scene.ts';
import { tabletopEnvs } from '../envs/tabletop/tabletop_env.ts';
import { tabletopOptionsSchema } from '../envs/tabletop/tabletop_options.ts';
import {
  isMeantFor,
  readTasks as readTabletopTasks,
  type TabletopTask,
  taskFor as tabletopTaskFor,
} from '../envs/tabletop/tasks.ts';
import { PLACES } from './places.ts';

/** What a world is told beside the task; each world knows its own. */
export type EnvOptions = Readonly<Record<string, unknown>>;

/** A scene in which tasks can be set. */
export type Scene = {
  readonly name: string;
  /** Whether the task is one for this scene; worlds in which any task can be set in any scene say yes. */
  suits(task: TaskInFile): boolean;
  /** Checks a task against the scene and binds the two. Throws, naming the task, when it cannot be set there. */
  bind(task: TaskInFile, options: EnvOptions): BoundTask;
};

/** A task set in a scene, and as many fresh worlds for it as there are episodes. */
export type BoundTask = {
  readonly task: Task;
  /** `seed` is where chance in the world comes from, if there is any. */
  readonly newEnv: (seed: number) => Env;
};

/** A task as its file has it, before it is set in a scene. */
export type TaskInFile = {
  /** Where it stands, for messages; no part of the task. */
  readonly origin?: unknown;
  /** Shared by tasks that are not to be asked about in one context; no part of the task either. */
  readonly family?: string | undefined;
  readonly name: string;
  readonly instruction: string;
  readonly stepsMax: number;
};

export type World = {
  readonly name: WorldName;
  readonly scenesFolder: string;
  readonly tasksFolder: string;
  /** Every option has a default, and a description. */
  readonly envOptions: z.ZodType;
  /** Options with every default filled in, and nothing left to chance: what a task's plans depend on. */
  certain(options: EnvOptions): EnvOptions;
  /** Reads a scene file. Throws with path, line, field and what was expected. */
  readScene(text: string, path: string): Scene;
  readTasks(text: string, path: string): readonly TaskInFile[];
};

export const WORLDS: Readonly<Record<WorldName, World>> = {
  household: {
    name: 'household',
    scenesFolder: PLACES.houses,
    tasksFolder: PLACES.householdTasks,
    envOptions: householdOptionsSchema,
    certain(options) {
      const { noise: _, ...certain } = householdOptionsSchema.parse(options);
      return certain;
    },
    readScene: (text, path) => householdScene(isGraph(text) ? graphHouse(text, path) : readHouse(text, path)),
    readTasks: readHouseholdTasks,
  },
  tabletop: {
    name: 'tabletop',
    scenesFolder: PLACES.tabletopScenes,
    tasksFolder: PLACES.tabletopTasks,
    envOptions: tabletopOptionsSchema,
    certain: (options) => ({ ...tabletopOptionsSchema.parse(options), placementSdM: 0, physics: 'none' }),
    readScene: (text, path) => tabletopScene(readTabletopScene(text, path)),
    readTasks: readTabletopTasks,
  },
};

/** VirtualHome's own scene graphs begin with their nodes or edges; a house of ours with its name. */
function isGraph(text: string): boolean {
  return /^\s*\{\s*"(nodes|edges)"/.test(text);
}

function graphHouse(text: string, path: string): House {
  const name = basename(path)
    .replace(/\.json$/, '')
    .toLowerCase();
  return houseOfGraph(readGraph(text, path), name.replaceAll(/[^a-z0-9_]/g, '_'));
}

function householdScene(house: House): Scene {
  return {
    name: house.name,
    suits: () => true,
    bind(taskInFile, options) {
      const task = taskFor(house, taskInFile as HouseholdTask);
      const newEnv = householdEnvs(house, task, householdOptionsSchema.parse(options));
      return { task, newEnv: newEnv as unknown as (seed: number) => Env };
    },
  };
}

function tabletopScene(scene: TabletopScene): Scene {
  return {
    name: scene.name,
    suits: (task) => isMeantFor(scene, task as TabletopTask),
    bind(taskInFile, options) {
      const given = tabletopOptionsSchema.parse(options);
      const task = tabletopTaskFor(scene, taskInFile as TabletopTask, given);
      return { task, newEnv: tabletopEnvs(scene, task, given) as (seed: number) => Env };
    },
  };
}
