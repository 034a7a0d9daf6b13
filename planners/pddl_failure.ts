/**
 * What kind of failure it is that PDDL from a model gave no plan.
 *
 * Each diagnostic counts as `parse` or `schema`. Where a text has both, it is `parse`, since names are only looked up in what
 * has a form.
 */
import { type CheckedPddl, checkPddl, type RefusedPddl } from './pddl/check/check_pddl.ts';
import { DIAGNOSTIC_TABLE } from './pddl/diagnostics/diagnostic_table.ts';
import type { Failure } from './pddl/diagnostics/severity.ts';
import type { PlanDocument } from './pddl/plan/plan_document.ts';

/** `Failure` is where the text is refused. */
export type PddlFailure = Failure | 'unsolvable' | 'planning_limit';

/** The failure that errors are; without any it is the planner that takes less than our reader, hence `schema`. */
export function failureOfErrors(errors: RefusedPddl['errors']): Failure {
  return errors.some(({ kind }) => DIAGNOSTIC_TABLE[kind].failure === 'parse') ? 'parse' : 'schema';
}

/** The failure that a document of these two texts tells of; null where it holds a plan. */
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
