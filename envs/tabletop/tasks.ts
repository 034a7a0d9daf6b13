import { z } from 'zod';
import type { Task } from '../env.ts';
import { checkGoal, type Origin, readTaskFile, TASK_FIELDS, TaskError } from '../task_file.ts';
import { domainText } from './domain_text.ts';
import { compileGoal, judge } from './goals/compile_goal.ts';
import { type Goal, goalSchema } from './goals/goal.ts';
import { NO_BLOCK } from './table/arrangement.ts';
import { sense } from './table/sensing.ts';
import type { Scene } from './table/table.ts';
import type { TabletopOptions } from './tabletop_options.ts';

const { name, instruction, stepsMax } = TASK_FIELDS;

/** The task digest depends on the order of the fields. */
export const tabletopTaskSchema = z.strictObject({
  name,
  setting: name
    .optional()
    .describe('the scenes that it is meant for; a task without one is for any scene in which it can be done'),
  instruction,
  stepsMax,
  goal: goalSchema.describe('`tapedeck list goals` shows its forms'),
});

export type TabletopTask = z.infer<typeof tabletopTaskSchema> & { readonly origin?: Origin };

export function readTasks(text: string, path: string): TabletopTask[] {
  return readTaskFile({ text, path }, tabletopTaskSchema);
}

export function isMeantFor(scene: Scene, task: TabletopTask): boolean {
  return scene.setting === undefined || task.setting === undefined || scene.setting === task.setting;
}

/** Throws a TaskError on another setting, or a goal that can never hold or holds at the start. */
export function taskFor(
  scene: Scene,
  task: TabletopTask,
  { domain = 'fixed_table' }: { domain?: TabletopOptions['domain'] } = {},
): Task<Goal> {
  const place = { kind: 'scene', scene: scene.name } as const;
  if (!isMeantFor(scene, task)) {
    const reason = `it is meant for scenes of "${task.setting}", and this one is of "${scene.setting}"`;
    throw new TaskError(task, place, reason);
  }
  checkGoal(task, place, () => {
    const names = scene.blocks.map((block) => block.name);
    const centres = scene.blocks.map(({ centre }) => centre);
    return judge(compileGoal(task.goal, names), sense({ centres, held: NO_BLOCK, fallen: centres.map(() => false) }));
  });
  const { name, instruction, goal, stepsMax } = task;
  return { name, scene: scene.name, instruction, goal, stepsMax, skills: domainText(domain), endsBy: 'planner' };
}
