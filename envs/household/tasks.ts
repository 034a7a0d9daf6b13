import { z } from 'zod';
import type { Task } from '../env.ts';
import { checkGoal, type Origin, readTaskFile, TASK_FIELDS } from '../task_file.ts';
import { compileGoal } from './goals/compile_goal.ts';
import { type Goal, goalSchema } from './goals/goal.ts';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import { type House, houseTables } from './scene/house.ts';
import { HouseholdState, PAPER_OPTIONS } from './state/household_state.ts';

const actionSchema = z.strictObject({ verb: z.string(), args: z.array(z.string()) });

const { name, instruction, stepsMax } = TASK_FIELDS;

/** The order of the fields determines a task's digest. */
export const householdTaskSchema = z.strictObject({
  name,
  level: z.enum(['simple', 'hard']),
  instruction,
  stepsMax,
  marked: z
    .boolean()
    .default(false)
    .describe(
      'whether Table I of LLM-State marks the task with an asterisk: some things cannot be grasped; `perTask` of the house lists them',
    ),
  family: name
    .optional()
    .describe('a name shared by tasks whose observations would help each other; it only affects the order of requests'),
  prologue: z.array(actionSchema).optional().describe('actions before the planner starts'),
  memory: z.record(z.string(), z.unknown()).optional().describe('planner → its knowledge at the start'),
  goal: goalSchema.describe('conditions that must all hold; `tapedeck list goals` shows their forms'),
});

export type HouseholdTask = z.infer<typeof householdTaskSchema> & { readonly origin?: Origin };

/** Throws a JsonError. */
export function readTasks(text: string, path: string): HouseholdTask[] {
  return readTaskFile({ text, path }, householdTaskSchema, ({ prologue = [] }, problem) => {
    for (const [index, { verb, args }] of prologue.entries()) {
      const arity = PAPER_RULES.get(verb)?.arity;
      const location = ['prologue', index];
      if (arity === undefined) throw problem([...location, 'verb'], `one of ${[...PAPER_RULES.keys()].join(', ')}`);
      if (args.length !== arity)
        throw problem([...location, 'args'], `as many arguments as "${verb}" takes (${arity})`);
    }
  });
}

/** Throws a TaskError. */
export function taskFor(house: House, task: HouseholdTask): Task<Goal> {
  checkGoal(task, { kind: 'house', scene: house.name }, () => {
    const state = new HouseholdState(houseTables(house, task.name), PAPER_OPTIONS);
    const goal = compileGoal(task.goal, state);
    const memory = goal.begin();
    const rulebook = { rules: PAPER_RULES, indexOf: house.indexOf };
    let status = goal.judge(state, memory);
    for (const action of task.prologue ?? []) {
      if (carryOut(state, action, rulebook) === null) status = goal.judge(state, memory);
    }
    return status;
  });
  const { name, instruction, goal, stepsMax, prologue, memory } = task;
  return {
    name,
    scene: house.name,
    instruction,
    goal,
    stepsMax,
    ...(prologue && { prologue }),
    ...(memory && { memory }),
  };
}
