/** A* and LM-cut (OLP, section V-A). Limits expansions, not seconds, for reproducible results. */

import { z } from 'zod';
import type { Observation } from '../envs/env.ts';
import { chatOptions, PlanFailure, type Unusable } from './ask_until_read.ts';
import { checkPddl, type RefusedPddl } from './pddl/check/check_pddl.ts';
import { DIAGNOSTIC_KINDS, type Failure, type PddlFile } from './pddl/diagnostics/diagnostics.ts';
import { type PlanDocument, planProblem } from './pddl/plan/plan_problem.ts';
import { option, type Start } from './planner.ts';

export const solverOptions = {
  solver: option.choice(
    ['embedded', 'fast-downward'],
    'embedded',
    'The embedded solver, or your own Fast Downward at the path in FAST_DOWNWARD',
  ),
  expansionsMax: option.count(
    100_000,
    [1, 10_000_000],
    'Maximum number of expanded states; Fast Downward has no such limit',
  ),
};

export const pddlOptions = z.strictObject({ ...chatOptions, ...solverOptions });

type SolverOptions = Readonly<z.infer<z.ZodObject<typeof solverOptions>>>;
type Solver = Pick<Start<Observation>, 'note' | 'fastDownward'>;
type TaskToPlan = Readonly<{ purpose: string; domain: string; problem: string }>;

export async function planTask(start: Solver, task: TaskToPlan, options: SolverOptions): Promise<PlanDocument> {
  const document = await solve(start, task, options);
  const { status, cost, expanded, evaluated, message } = document;
  start.note({ kind: 'planned', purpose: task.purpose, status, cost, expanded, evaluated, message });
  return document;
}

export async function planFor(start: Solver, task: TaskToPlan, options: SolverOptions): Promise<readonly string[]> {
  const document = await planTask(start, task, options);
  if (document.plan !== null) return document.plan;
  throw new PlanFailure(failureOf(task.domain, task.problem, document) ?? 'unsolvable');
}

/** More than any table of blocks needs. */
const GROUNDING = { operatorsMax: 50_000, factsMax: 50_000, effectsMax: 250_000, stepsMax: 2_500_000 };

async function solve(
  { fastDownward }: Solver,
  { domain, problem }: TaskToPlan,
  { solver, expansionsMax }: SolverOptions,
): Promise<PlanDocument> {
  if (solver === 'embedded') return planProblem(domain, problem, { limits: { expansionsMax }, grounding: GROUNDING });
  if (fastDownward === undefined) throw new Error('Cannot plan with Fast Downward: set FAST_DOWNWARD to its path');
  return fastDownward(domain, problem);
}

/** A `parse` error prevents the search for `schema` errors. */
export function failureOfErrors(errors: RefusedPddl['errors']): Failure {
  return errors.some(({ kind }) => DIAGNOSTIC_KINDS.get(kind) === 'parse') ? 'parse' : 'schema';
}

export function missingFile(file: PddlFile): Unusable {
  return { ok: false, failure: 'parse', problem: `it holds no "(define (${file} …) …)"` };
}

export function invalidFile(errors: RefusedPddl['errors']): Unusable {
  return { ok: false, failure: failureOfErrors(errors), problem: errors[0]?.message ?? '' };
}

export function failureOf(
  domain: string,
  problem: string,
  { status }: Pick<PlanDocument, 'status'>,
): Failure | 'unsolvable' | 'planning_limit' | null {
  if (status === 'solved') return null;
  if (status === 'unsolvable') return 'unsolvable';
  if (status === 'limit') return 'planning_limit';
  const checked = checkPddl(domain, problem);
  return failureOfErrors(checked.status === 'ok' ? [] : checked.errors);
}
