/**
 * Tasks as data: instruction, goal and cap, without a house; and the check that one makes sense in a house.
 *
 * `tasks/table_1.json` holds the 15 tasks of LLM-State's Table I, `tasks/listings.json` the one of its appendix.
 *
 * @module
 */
import { z } from 'zod';
import { readCheckedJson } from '../checked_json.ts';
import type { Action, Task } from '../env.ts';
import { compileGoal, GoalError } from './goals/compile_goal.ts';
import { type Goal, goalSchema } from './goals/goal.ts';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import type { House } from './scene/house.ts';
import { houseTables } from './scene/house_tables.ts';
import { HouseholdState, PAPER_OPTIONS } from './state/household_state.ts';

/** A task as a file gives it, for any house that has what it names. */
export type HouseholdTask = {
  readonly name: string;
  readonly level: 'simple' | 'hard';
  /** Shared by tasks of which one's observation would help with another; it says how requests are handed out, and is no part of the task. */
  readonly family?: string | undefined;
  readonly instruction: string;
  readonly stepsMax: number;
  /** Table I's asterisk: some things cannot be grasped; which, the house says. */
  readonly marked: boolean;
  readonly goal: Goal;
  readonly prologue?: readonly Action[] | undefined;
  readonly memory?: Readonly<Record<string, unknown>> | undefined;
  /** Where its goal stands, for messages; no part of the task. */
  readonly origin?: { readonly path: string; readonly line: number };
};

/** A task that makes no sense in a house. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  readonly task: string;
  readonly scene: string;

  constructor({ name, origin }: HouseholdTask, scene: string, reason: string, options?: ErrorOptions) {
    const where = origin === undefined ? '' : ` ("${origin.path}", line ${origin.line}, field goal)`;
    super(`Cannot set task "${name}"${where} in house "${scene}": ${reason}`, options);
    this.task = name;
    this.scene = scene;
  }
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

const actionSchema = z.strictObject({ verb: z.string(), args: z.array(z.string()) });

const taskSchema: z.ZodType<Omit<HouseholdTask, 'origin'>> = z.strictObject({
  name: z.string().regex(NAME, { error: 'a name in snake_case' }),
  level: z.enum(['simple', 'hard']),
  instruction: z.string().min(1).max(10_000),
  stepsMax: z.number().int().min(1).max(100_000),
  marked: z.boolean().default(false),
  family: z.string().regex(NAME, { error: 'a name in snake_case' }).optional(),
  prologue: z.array(actionSchema).optional(),
  memory: z.record(z.string(), z.unknown()).optional(),
  goal: goalSchema,
});

/** Reads a file of tasks. `path` is for messages only. Throws a JsonError. */
export function readTasks(text: string, path: string): HouseholdTask[] {
  const file = readCheckedJson(text, z.strictObject({ tasks: z.array(taskSchema).min(1) }), path);
  const names = new Set<string>();
  const rules = PAPER_RULES;
  for (const [index, { name, prologue = [] }] of file.value.tasks.entries()) {
    if (names.has(name)) throw file.problem(['tasks', index, 'name'], 'a name that no task before it has');
    names.add(name);
    for (const [at, { verb, args }] of prologue.entries()) {
      const arity = rules.get(verb)?.arity;
      const line = ['tasks', index, 'prologue', at];
      if (arity === undefined) throw file.problem([...line, 'verb'], `one of ${[...rules.keys()].join(', ')}`);
      if (args.length !== arity) throw file.problem([...line, 'args'], `${arity} arguments of "${verb}"`);
    }
  }
  return file.value.tasks.map((task, index) => {
    const { line } = file.problem(['tasks', index, 'goal'], 'a goal');
    return { ...task, origin: { path, line } };
  });
}

/**
 * A task bound to a house. Throws a TaskError when the goal names what the house lacks, or holds before the planner's
 * first action, so that nothing would be left to do.
 */
export function taskFor(house: House, task: HouseholdTask): Task<Goal> {
  const state = new HouseholdState(houseTables(house, task.name), PAPER_OPTIONS);
  try {
    const goal = compileGoal(task.goal, state);
    const memory = goal.begin();
    const rulebook = { rules: PAPER_RULES, indexOf: house.indexOf };
    let status = goal.judge(state, memory);
    for (const action of task.prologue ?? []) {
      if (carryOut(state, action, rulebook) === null) status = goal.judge(state, memory);
    }
    if (status.success) throw new GoalError('the goal holds already at the start');
  } catch (cause) {
    if (!(cause instanceof GoalError)) throw cause;
    throw new TaskError(task, house.name, cause.message, { cause });
  }
  return {
    name: task.name,
    scene: house.name,
    instruction: task.instruction,
    goal: task.goal,
    stepsMax: task.stepsMax,
    ...(task.prologue === undefined ? {} : { prologue: task.prologue }),
    ...(task.memory === undefined ? {} : { memory: task.memory }),
  };
}
