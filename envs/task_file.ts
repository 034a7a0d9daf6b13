import { z } from 'zod';
import { type JsonError, type JsonPath, readCheckedJson } from './checked_json.ts';
import type { GoalStatus } from './env.ts';
import { GoalError } from './goal_error.ts';

export type Origin = Readonly<{ path: string; line: number }>;

export const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, { error: 'a name in snake_case' });

export const TASK_FIELDS = {
  name: nameSchema,
  instruction: z.string().min(1).max(10_000).describe('what the planner should do'),
  stepsMax: z.int().min(1).max(100_000).describe('the maximum number of actions, refused ones included'),
};

type Named = { name: string; origin?: Origin };
type Place = { kind: 'house' | 'scene'; scene: string };

export class TaskError extends Error {
  override readonly name = 'TaskError';
  readonly task: string;
  readonly scene: string;

  constructor({ name, origin }: Named, place: Place, reason: string, options?: ErrorOptions) {
    const where = origin === undefined ? '' : ` ("${origin.path}", line ${origin.line}, field goal)`;
    super(`Cannot set task "${name}"${where} in ${place.kind} "${place.scene}": ${reason}`, options);
    this.task = name;
    this.scene = place.scene;
  }
}

/** Throws a TaskError. */
export function checkGoal(task: Named, place: Place, atStart: () => GoalStatus) {
  try {
    if (atStart().success) throw new GoalError('the goal already holds at the start');
  } catch (cause) {
    if (!(cause instanceof GoalError)) throw cause;
    throw new TaskError(task, place, cause.message, { cause });
  }
}

export type TaskProblem = (at: JsonPath, expected: string) => JsonError;

/** Throws a JsonError. */
export function readTaskFile<T extends { name: string }>(
  { text, path }: { text: string; path: string },
  schema: z.ZodType<T>,
  check?: (task: T, problem: TaskProblem) => void,
): (T & { readonly origin: Origin })[] {
  const file = readCheckedJson(text, z.strictObject({ tasks: z.array(schema).min(1) }), path);
  const names = new Set<string>();
  return file.value.tasks.map((task, index) => {
    const problem: TaskProblem = (at, expected) => file.problem(['tasks', index, ...at], expected);
    if (names.has(task.name)) throw problem(['name'], 'a name that no earlier task has');
    names.add(task.name);
    check?.(task, problem);
    return { ...task, origin: { path, line: problem(['goal'], 'a goal').line } };
  });
}
