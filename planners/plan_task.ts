/**
 * Expansions, never seconds, limit the search, so that every run gives the same.
 * Source: OLP, section V-A, plans with Fast Downward's A* and LM-cut; the embedded solver does the same.
 */
import { z } from 'zod';
import type { Observation } from '../envs/env.ts';
import { chatOptions } from './ask_until_read.ts';
import { type CheckedPddl, checkPddl, type RefusedPddl } from './pddl/check/check_pddl.ts';
import { DIAGNOSTIC_KINDS, type Failure } from './pddl/diagnostics/diagnostics.ts';
import { type PlanDocument, planProblem } from './pddl/plan/plan_problem.ts';
import type { Start } from './planner.ts';

export const solverOptions = {
  solver: z
    .enum(['embedded', 'fast-downward'])
    .default('embedded')
    .describe('Who plans: the embedded solver, or a Fast Downward of your own, whose path is in FAST_DOWNWARD'),
  expansionsMax: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(100_000)
    .describe('Most states that a search for a plan expands; Fast Downward has no such limit'),
};

export const pddlOptions = z.strictObject({ ...chatOptions, ...solverOptions });

export type SolverOptions = { readonly solver: 'embedded' | 'fast-downward'; readonly expansionsMax: number };

export type TaskToPlan = { readonly purpose: string; readonly domain: string; readonly problem: string };

export async function planTask(
  start: Pick<Start<Observation>, 'note' | 'fastDownward'>,
  { purpose, domain, problem }: TaskToPlan,
  options: SolverOptions,
): Promise<PlanDocument> {
  const document = await solved(start, [domain, problem], options);
  const { status, cost, expanded, evaluated, message } = document;
  start.note({ kind: 'planned', purpose, status, cost, expanded, evaluated, message });
  return document;
}

/** Tables of blocks take some thousands of steps; a model's domain may demand any number. */
const GROUNDING = { operatorsMax: 50_000, factsMax: 50_000, effectsMax: 250_000, stepsMax: 2_500_000 };

async function solved(
  { fastDownward }: Pick<Start<Observation>, 'fastDownward'>,
  [domain, problem]: readonly [string, string],
  { solver, expansionsMax }: SolverOptions,
): Promise<PlanDocument> {
  if (solver === 'embedded') return planProblem(domain, problem, { limits: { expansionsMax }, grounding: GROUNDING });
  if (fastDownward === undefined) throw new Error('Cannot plan with Fast Downward: set FAST_DOWNWARD to its path');
  return fastDownward(domain, problem);
}

/**
 * Diagnostics count as `parse` or `schema`; `parse` wins, since names are only looked up in what has a form.
 * `Failure` is where the text is refused.
 */
export type PddlFailure = Failure | 'unsolvable' | 'planning_limit';

export function failureOfErrors(errors: RefusedPddl['errors']): Failure {
  return errors.some(({ kind }) => DIAGNOSTIC_KINDS.get(kind) === 'parse') ? 'parse' : 'schema';
}

export function failureOf(
  domain: string,
  problem: string,
  { status }: Pick<PlanDocument, 'status'>,
): PddlFailure | null {
  switch (status) {
    case 'solved':
      return null;
    case 'unsolvable':
      return 'unsolvable';
    case 'limit':
      return 'planning_limit';
    default:
      return failureOfErrors(errorsOf(checkPddl(domain, problem)));
  }
}

function errorsOf(checked: CheckedPddl): RefusedPddl['errors'] {
  return checked.status === 'ok' ? [] : checked.errors;
}
