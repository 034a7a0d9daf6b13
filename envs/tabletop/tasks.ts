/**
 * Tasks as data, without a scene; and the check that one makes sense in a scene.
 *
 * `tasks/olp.json` holds the 17 tasks of OLP's Figure 7.
 *
 * @module
 */
import { z } from 'zod';
import { readCheckedJson } from '../checked_json.ts';
import type { Task } from '../env.ts';
import { domainText } from './domain_text.ts';
import { compileGoal, judge } from './goals/compile_goal.ts';
import { GoalError } from './goals/compiled_goal.ts';
import { type Goal, goalSchema } from './goals/goal.ts';
import type { Scene } from './table/scene.ts';
import { sense } from './table/sensing.ts';
import { NO_BLOCK } from './table/table_state.ts';
import type { TabletopOptions } from './tabletop_options.ts';

/** A task as a file gives it. */
export type TabletopTask = {
  readonly name: string;
  /** The scenes that it is meant for; a task without one is for any scene in which it can be done. */
  readonly setting?: string | undefined;
  readonly instruction: string;
  readonly stepsMax: number;
  readonly goal: Goal;
  /** Where its goal stands, for messages; no part of the task. */
  readonly origin?: { readonly path: string; readonly line: number };
};

/** A task that makes no sense in a scene. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  readonly task: string;
  readonly scene: string;

  constructor({ name, origin }: TabletopTask, scene: string, reason: string, options?: ErrorOptions) {
    const where = origin === undefined ? '' : ` ("${origin.path}", line ${origin.line}, field goal)`;
    super(`Cannot set task "${name}"${where} in scene "${scene}": ${reason}`, options);
    this.task = name;
    this.scene = scene;
  }
}

const name = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, { error: 'a name in snake_case' });

const taskSchema: z.ZodType<Omit<TabletopTask, 'origin'>> = z.strictObject({
  name,
  setting: name.optional(),
  instruction: z.string().min(1).max(10_000),
  stepsMax: z.int().min(1).max(100_000),
  goal: goalSchema,
});

/** Reads a file of tasks. `path` is for messages only. Throws a JsonError. */
export function readTasks(text: string, path: string): TabletopTask[] {
  const file = readCheckedJson(text, z.strictObject({ tasks: z.array(taskSchema).min(1) }), path);
  const names = new Set<string>();
  for (const [index, task] of file.value.tasks.entries()) {
    if (names.has(task.name)) throw file.problem(['tasks', index, 'name'], 'a name that no task before it has');
    names.add(task.name);
  }
  return file.value.tasks.map((task, index) => {
    const { line } = file.problem(['tasks', index, 'goal'], 'a goal');
    return { ...task, origin: { path, line } };
  });
}

/** Whether a task is meant for a scene; either may be for all. */
export function isMeantFor(scene: Scene, task: TabletopTask): boolean {
  return scene.setting === undefined || task.setting === undefined || scene.setting === task.setting;
}

/**
 * A task bound to a scene, with the PDDL domain that planners are given. Throws a TaskError when it is meant for other scenes,
 * or its goal can never hold there, or holds at the start.
 */
export function taskFor(
  scene: Scene,
  task: TabletopTask,
  { domain = 'fixed_table' }: { readonly domain?: TabletopOptions['domain'] } = {},
): Task<Goal> {
  if (!isMeantFor(scene, task)) {
    throw new TaskError(
      task,
      scene.name,
      `it is meant for scenes of "${task.setting}", and this one is of "${scene.setting}"`,
    );
  }
  try {
    const goal = compileGoal(
      task.goal,
      scene.blocks.map((block) => block.name),
    );
    const centres = scene.blocks.map(({ centre }) => centre);
    const start = sense({ centres, held: NO_BLOCK, fallen: centres.map(() => false) });
    if (judge(goal, start).success) throw new GoalError('the goal holds already at the start');
  } catch (cause) {
    if (!(cause instanceof GoalError)) throw cause;
    throw new TaskError(task, scene.name, cause.message, { cause });
  }
  return {
    name: task.name,
    scene: scene.name,
    instruction: task.instruction,
    goal: task.goal,
    stepsMax: task.stepsMax,
    skills: domainText(domain),
    endsBy: 'planner',
  };
}
