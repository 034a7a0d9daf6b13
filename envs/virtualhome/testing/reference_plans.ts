import { readFileSync } from 'node:fs';
import type { Action, Task } from '../../env.ts';
import type { Goal } from '../../household/goals/goal.ts';
import { readTasks, taskFor } from '../../household/tasks.ts';
import { household } from '../../household/world.ts';
import { shippedHouse } from './shipped_house.ts';

const PLANS = new URL('../../../results/references/household.json', import.meta.url);
const TASKS = `${household.tasksFolder}/table_1.json`;

type Reference = Readonly<{ scene: string; task: string; plan: readonly string[] }>;

export function referencePlans(scene: string): Readonly<{ name: string; plan: readonly Action[] }>[] {
  const { references }: { references: readonly Reference[] } = JSON.parse(readFileSync(PLANS, 'utf8'));
  return references
    .filter((reference) => reference.scene === scene)
    .map(({ task, plan }) => ({ name: task, plan: plan.map(actionOf) }));
}

export function referenceTask(name: string, number: number): Task<Goal> {
  const tasks = readTasks(readFileSync(TASKS, 'utf8'), TASKS);
  return taskFor(shippedHouse(number), tasks.find((task) => task.name === name)!);
}

function actionOf(call: string): Action {
  const [, verb = '', args = ''] = /^(\w+)\((.*)\)$/.exec(call) ?? [];
  return { verb, args: args === '' ? [] : args.split(/,\s*/) };
}
