import { describe, expect, it } from 'vitest';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { readPddl } from '../testing/read_or_throw.ts';
import { ReferenceSemantics, referencePddlCost } from '../testing/reference_semantics.ts';
import { ownTasks } from '../testing/sample_tasks.ts';
import { type PlanOptions, planProblem } from './plan_problem.ts';

const DOMAIN = `(define (domain d)
  (:requirements :action-costs)
  (:predicates (a) (b) (c))
  (:functions (total-cost) - number)
  (:action go :parameters () :precondition (a) :effect (and (b) (not (a)) (increase (total-cost) 3)))
  (:action back :parameters () :precondition (b) :effect (and (a) (not (b)) (increase (total-cost) 1))))`;

function plan(goal: string, options?: PlanOptions) {
  return planProblem(DOMAIN, problem(goal), options);
}

function problem(goal: string): string {
  return `(define (problem p) (:domain d) (:init (a)) (:goal ${goal}) (:metric minimize (total-cost)))`;
}

describe('planProblem()', () => {
  it('gives plan, cost and counts', () => {
    const document = plan('(b)');
    expect(document).toEqual({
      ...{ status: 'solved', cost: 3, plan: ['(go)'], expanded: 2, evaluated: 2, generated: 1 },
      ...{ searchMs: null, totalMs: null, message: null, line: null, column: null, warnings: [] },
    });
    // Users of the command line rely on the order.
    const keys = 'status cost plan expanded evaluated generated searchMs totalMs message line column warnings';
    expect(Object.keys(document).join(' ')).toBe(keys);
  });

  it('says what it is about to do', () => {
    const phases: string[] = [];
    plan('(b)', { onPhase: (phase) => phases.push(phase) });
    plan('(c)', { onPhase: (phase) => phases.push(phase) });
    expect(phases).toEqual(['searching', 'checking the plan']);
  });

  const costly =
    'Cannot search: the costs of the actions may add up to more than 1073741823; use a larger unit of cost';
  it.each([
    ['(c)', 'unsolvable', DOMAIN, 52, 'problem, line 1, column 52: the goal "(c)" can never become true'],
    ['(and (a) (b))', 'unsolvable', DOMAIN, null, 'no reachable state satisfies the goal'],
    ['(and (b) (d))', 'invalid', DOMAIN, 62, expect.stringContaining('unknown predicate "d"')],
    ['(b)', 'unsupported', '(define (domain d) (:derived (a) (b)))', 21, expect.stringContaining('derived')],
    ['(b)', 'unsupported', DOMAIN.replace('3)', '2000000000)'), null, costly],
  ])('gives for the goal %s the status %s, with place and reason', (goal, status, domain, column, message) => {
    const line = column === null ? null : 1;
    expect(planProblem(domain, problem(goal))).toMatchObject({ status, line, column, message });
  });

  it.each([
    [{ limits: { expansionsMax: 5 } }, 'the search reached its limit of 5 expansions'],
    [{ limits: { memoryBytesMax: 5 } }, 'the search reached its memory limit of 5 bytes'],
    [{ grounding: { operatorsMax: 3 } }, 'grounding stopped: the limit operatorsMax (3) was reached'],
  ] as const)('names the limit with %j', (options, message) => {
    expect(planProblem(...blocksProblem(6, 1), options)).toMatchObject({ status: 'limit', plan: null, message });
  });

  it('gives warnings, and where there is no plan names the one that may be why', () => {
    const typed = DOMAIN.replace(':action-costs', ':typing :action-costs');
    const domain = typed.replace('back :parameters ()', 'back :parameters (?x - blok)');
    const [warning] = planProblem(domain, problem('(b)')).warnings;
    const message = expect.stringContaining('"blok"');
    expect(warning).toEqual({ kind: 'undeclared_type', file: 'domain', line: 6, column: 35, message });
    const document = planProblem(domain.replace('go :parameters ()', 'go :parameters (?x - blok)'), problem('(b)'));
    expect(document).toMatchObject({ status: 'unsolvable', warnings: [{ line: 5 }, { line: 6 }] });
    const cause = /can never become true, perhaps because of this warning: domain, line 5, column \d+: .*"blok"/;
    expect(document.message).toMatch(cause);
    const twice = DOMAIN.replace('(:requirements :action-costs)', '(:requirements)');
    expect(planProblem(twice, problem('(c)')).message).toBe(
      'problem, line 1, column 52: the goal "(c)" can never become true',
    );
  });
});

describe('planProblem() on problems of our own', () => {
  it.each(ownTasks)('finds what $name costs', ({ domain, problem, cost }) => {
    const expected = { status: cost === null ? 'unsolvable' : 'solved', cost };
    for (const heuristic of ['lmcut', 'hmax', 'blind'] as const) {
      expect(planProblem(domain, problem, { heuristic }), heuristic).toMatchObject(expected);
    }
    const read = readPddl(domain, problem);
    expect(referencePddlCost(new ReferenceSemantics(read.domain, read.problem), 20_000)).toBe(cost);
  });
});
