import { byPlace, Diagnostics, type PddlError, type PddlWarning } from '../diagnostics/diagnostics.ts';
import type { Domain } from '../read/domain.ts';
import { parseDomain } from '../read/parse_domain.ts';
import { type Problem, parseProblem } from '../read/problem.ts';
import { checkDomain, checkProblem } from './check_declarations.ts';

export type RefusedPddl = PddlError &
  Readonly<{
    errors: readonly PddlError[];
    warnings: readonly PddlWarning[];
  }>;

export type ReadPddl = Readonly<{
  domain: Domain;
  problem: Problem;
  warnings: readonly PddlWarning[];
}>;

export type CheckedPddl = ({ readonly status: 'ok' } & ReadPddl) | RefusedPddl;

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
  const errors = [...ofDomain.verdict(), ...ofProblem.verdict()].sort(byPlace);
  const warnings = [...ofDomain.warnings, ...ofProblem.warnings].sort(byPlace);
  const first = errors[0];
  if (first !== undefined) return { ...first, errors, warnings };
  if (domain === null || problem === null) throw new Error('a file that could not be read has no diagnostic');
  return { status: 'ok', domain, problem, warnings };
}

/** Caches the latest domain, since stepwise planning checks one domain repeatedly. */
let latest: (ReturnType<typeof readDomainAnew> & { readonly text: string }) | null = null;

function readDomain(text: string): ReturnType<typeof readDomainAnew> {
  if (latest?.text !== text) latest = { text, ...readDomainAnew(text) };
  return latest;
}

function readDomainAnew(text: string) {
  const diagnostics = new Diagnostics('domain');
  const domain = parseDomain(text, diagnostics);
  const symbols = domain !== null && diagnostics.errors.length === 0 ? checkDomain(domain, diagnostics) : null;
  return { domain, symbols, diagnostics };
}
