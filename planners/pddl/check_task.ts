/**
 * Two PDDL texts, read and judged: a domain and a problem that fit, or what is wrong with them.
 *
 * @module
 */
import { checkDomain } from './check_domain.ts';
import { checkProblem } from './check_problem.ts';
import { byPlace, Complaints, type PddlError, type PddlWarning } from './complaints.ts';
import type { Domain } from './domain.ts';
import { withoutFollowUps } from './follow_ups.ts';
import { parseDomain } from './parse_domain.ts';
import { parseProblem } from './parse_problem.ts';
import type { Problem } from './problem.ts';

/** The first of `errors` by place stands in the result itself; the domain comes before the problem. */
export type RefusedTask = PddlError & {
  readonly errors: readonly PddlError[];
  readonly warnings: readonly PddlWarning[];
};

export type CheckedTask =
  | {
      readonly status: 'ok';
      readonly domain: Domain;
      readonly problem: Problem;
      readonly warnings: readonly PddlWarning[];
    }
  | RefusedTask;

/** Never throws. Names are looked up only in files whose form is right, so one slip is not reported twice. */
export function checkTask(domainText: string, problemText: string): CheckedTask {
  const ofDomain = new Complaints('domain');
  const ofProblem = new Complaints('problem');
  const domain = parseDomain(domainText, ofDomain);
  const predicates = new Set(domain?.predicates.map(({ name }) => name.name));
  const problem = parseProblem(problemText, predicates, ofProblem);
  if (domain !== null && ofDomain.errors.length === 0) {
    const vocabulary = checkDomain(domain, ofDomain);
    if (problem !== null && ofProblem.errors.length === 0) checkProblem(problem, domain, vocabulary, ofProblem);
  }
  const errors = [...withoutFollowUps(ofDomain), ...withoutFollowUps(ofProblem)].sort(byPlace);
  const warnings = [...ofDomain.warnings, ...ofProblem.warnings].sort(byPlace);
  const first = errors[0];
  if (first !== undefined) return { ...first, errors, warnings };
  if (domain === null || problem === null) throw new Error('a file that could not be read has no complaint');
  return { status: 'ok', domain, problem, warnings };
}
