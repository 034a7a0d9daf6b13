import { describe, expect, it } from 'vitest';
import { checkPddl } from '../check/check_pddl.ts';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { ReferenceSemantics, referencePddlCost } from '../testing/reference_semantics.ts';
import { ownTasks } from '../testing/sample_tasks.ts';
import { type PlanOptions, planDocument, planProblem } from './plan_problem.ts';

describe('planDocument()', () => {
  it('has the keys that users of the command line rely on, in their order', () => {
    expect(Object.keys(planDocument('solved')).join(' ')).toBe(
      'status cost plan expanded evaluated generated searchMs totalMs message line column warnings',
    );
  });

  it('says nothing but its status', () => {
    const { status, warnings, ...others } = planDocument('limit');
    expect([status, warnings, new Set(Object.values(others))]).toEqual(['limit', [], new Set([null])]);
  });
});

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
    expect(plan('(b)')).toEqual({
      status: 'solved',
      cost: 3,
      plan: ['(go)'],
      expanded: 2,
      evaluated: 2,
      generated: 1,
      searchMs: null,
      totalMs: null,
      message: null,
      line: null,
      column: null,
      warnings: [],
    });
  });

  it('says what it is about to do', () => {
    const phases: string[] = [];
    plan('(b)', { onPhase: (phase) => phases.push(phase) });
    plan('(c)', { onPhase: (phase) => phases.push(phase) });
    expect(phases).toEqual(['searching', 'checking the plan found']);
  });

  it('says that there is no plan: at once, or after all that can be reached', () => {
    expect(plan('(c)')).toMatchObject({
      status: 'unsolvable',
      expanded: null,
      message: 'problem, line 1, column 52: the goal "(c)" can never become true',
      line: 1,
      column: 52,
    });
    expect(plan('(and (a) (b))')).toMatchObject({
      status: 'unsolvable',
      expanded: 2,
      message: 'no state that can be reached satisfies the goal',
    });
  });

  it('says what is wrong with the text, and where', () => {
    expect(plan('(and (b) (d))')).toMatchObject({ status: 'invalid', line: 1, column: 62 });
    expect(planProblem('(define (domain d) (:derived (a) (b)))', problem('(b)'))).toMatchObject({
      status: 'unsupported',
    });
    expect(planProblem(DOMAIN.replace('3)', '2000000000)'), problem('(b)'))).toMatchObject({
      status: 'unsupported',
      message:
        'Cannot search: the costs of the actions may add up to more than 1073741823; give costs in a greater unit',
    });
  });

  it.each([
    [{ limits: { expansionsMax: 5 } }, 'the search reached its limit of 5 expansions'],
    [{ limits: { memoryBytesMax: 5 } }, 'the search reached its limit of memory, 5 bytes'],
    [{ grounding: { operatorsMax: 3 } }, 'grounding reached its bound operatorsMax (3)'],
  ] as const)('names the limit with %j', (options, message) => {
    expect(planProblem(...blocksProblem(6, 1), options)).toMatchObject({ status: 'limit', plan: null, message });
  });

  it('gives warnings, and where there is no plan names the one that may be why', () => {
    const typed = DOMAIN.replace(':action-costs', ':typing :action-costs');
    const domain = typed.replace('back :parameters ()', 'back :parameters (?x - blok)');
    const [warning] = planProblem(domain, problem('(b)')).warnings;
    expect(warning).toEqual({
      kind: 'undeclared_type',
      file: 'domain',
      line: 6,
      column: expect.any(Number),
      message: expect.stringContaining('"blok"'),
    });
    const document = planProblem(domain.replace('go :parameters ()', 'go :parameters (?x - blok)'), problem('(b)'));
    expect(document).toMatchObject({
      status: 'unsolvable',
      message: expect.stringMatching(
        /can never become true, perhaps because of this: domain, line 5, column \d+: .*"blok"/,
      ),
      warnings: [{ line: 5 }, { line: 6 }],
    });
    const twice = DOMAIN.replace('(:requirements :action-costs)', '(:requirements)');
    expect(planProblem(twice, problem('(c)')).message).toBe(
      'problem, line 1, column 52: the goal "(c)" can never become true',
    );
  });

  it('never throws, whatever the texts are', () => {
    for (const text of [
      '',
      '(',
      ')',
      '(define',
      DOMAIN,
      problem('(b)'),
      '\u0000',
      '(define (domain d))',
      'é'.repeat(1_000),
    ]) {
      for (const [domain, other] of [
        [text, problem('(b)')],
        [DOMAIN, text],
      ] as const) {
        expect(['invalid', 'unsolvable', 'solved', 'unsupported']).toContain(planProblem(domain, other).status);
      }
    }
  });
});

describe('planProblem() on problems of our own', () => {
  it.each(ownTasks)('finds what $name costs', ({ domain, problem, cost }) => {
    const expected = [cost === null ? 'unsolvable' : 'solved', cost];
    for (const heuristic of ['lmcut', 'hmax', 'blind'] as const) {
      const document = planProblem(domain, problem, { heuristic });
      expect([document.status, document.cost], heuristic).toEqual(expected);
    }
    const checked = checkPddl(domain, problem);
    if (checked.status !== 'ok') throw new Error(checked.message);
    expect(referencePddlCost(new ReferenceSemantics(checked.domain, checked.problem), 20_000)).toBe(cost);
  });
});
