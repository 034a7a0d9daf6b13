/**
 * What a task puts into a planner's memory must be in that planner's form.
 *
 * @module
 */
import type { Task } from '../../envs/env.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { memoryOf } from './episode.ts';
import type { PlannerChoice } from './registry/planner_spec.ts';

/** Throws a CommandFailure that names what does not fit. */
export function checkMemory(task: Task, { planner }: PlannerChoice): void {
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
