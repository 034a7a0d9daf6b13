/**
 * Reads and checks two PDDL texts: gives a domain and a problem that fit together, or what is wrong with them.
 *
 * @module
 */
import { withoutCascadingErrors } from '../diagnostics/cascading_errors.ts';
import { byPlace, Diagnostics, type PddlError, type PddlWarning } from '../diagnostics/diagnostics.ts';
import type { Domain } from '../read/domain.ts';
import { parseDomain } from '../read/parse_domain.ts';
import { parseProblem } from '../read/parse_problem.ts';
import type { Problem } from '../read/problem.ts';
import { checkDomain } from './check_domain.ts';
import type { SymbolTable } from './check_names.ts';
import { checkProblem } from './check_problem.ts';

/** The fields are those of the first error by place; the domain comes before the problem. */
export type RefusedPddl = PddlError & {
  readonly errors: readonly PddlError[];
  readonly warnings: readonly PddlWarning[];
};

export type CheckedPddl =
  | {
      readonly status: 'ok';
      readonly domain: Domain;
      readonly problem: Problem;
      readonly warnings: readonly PddlWarning[];
    }
  | RefusedPddl;

/**
 * Never throws. Names are looked up only in files without syntax errors, so that one slip is not reported twice.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { checkPddl } from 'tapedeck/pddl';
 *
 * const domain = '(define (domain ferry) (:predicates (here)))';
 * const checked = checkPddl(domain, '(define (problem p) (:domain ferry) (:init) (:goal (hear)))');
 * assert.ok(checked.status === 'invalid');
 * assert.match(checked.message, /problem, line 1, column \d+: .*"hear".*"here"/);
 * ```
 */
export function checkPddl(domainText: string, problemText: string): CheckedPddl {
  const { domain, symbols, diagnostics: ofDomain } = readDomain(domainText);
  const ofProblem = new Diagnostics('problem');
  const predicates = new Set(domain?.predicates.map(({ name }) => name.name));
  const problem = parseProblem(problemText, predicates, ofProblem);
  if (domain !== null && symbols !== null && problem !== null && ofProblem.errors.length === 0)
    checkProblem(problem, domain, symbols, ofProblem);
  const errors = [...withoutCascadingErrors(ofDomain), ...withoutCascadingErrors(ofProblem)].sort(byPlace);
  const warnings = [...ofDomain.warnings, ...ofProblem.warnings].sort(byPlace);
  const first = errors[0];
  if (first !== undefined) return { ...first, errors, warnings };
  if (domain === null || problem === null) throw new Error('a file that could not be read has no diagnostic');
  return { status: 'ok', domain, problem, warnings };
}

type ReadDomain = {
  readonly text: string;
  readonly domain: Domain | null;
  /** Null where its form is not right. */
  readonly symbols: SymbolTable | null;
  readonly diagnostics: Diagnostics;
};

/** Whoever plans step by step asks about one domain again and again. */
let latest: ReadDomain | null = null;

function readDomain(text: string): ReadDomain {
  if (latest?.text === text) return latest;
  const diagnostics = new Diagnostics('domain');
  const domain = parseDomain(text, diagnostics);
  const symbols = domain !== null && diagnostics.errors.length === 0 ? checkDomain(domain, diagnostics) : null;
  latest = { text, domain, symbols, diagnostics };
  return latest;
}
