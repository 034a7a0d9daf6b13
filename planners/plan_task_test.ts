import { describe, expect, it, test } from 'vitest';
import { checkPddl } from './pddl/check/check_pddl.ts';
import { planDocument, planProblem } from './pddl/plan/plan_problem.ts';
import { type DiagnosticCase, VALID, WARNING_CASES } from './pddl/testing/diagnostic_cases.ts';
import { SYNTAX_ERROR_CASES } from './pddl/testing/syntax_error_cases.ts';
import { failureOf, failureOfErrors, pddlOptions, planTask } from './plan_task.ts';
import type { PlannerNote } from './planner.ts';

const domain = '(define (domain d) (:predicates (lit)) (:action light :parameters () :effect (lit)))';
const problem = '(define (problem p) (:domain d) (:init) (:goal (lit)))';
const task = { purpose: 'goal', domain, problem };

describe('planTask()', () => {
  it('plans, and tells the trace', async () => {
    const notes: PlannerNote[] = [];
    const note = (each: PlannerNote) => notes.push(each);
    const { plan } = await planTask({ note }, task, { solver: 'embedded', expansionsMax: 10 });
    expect(plan).toEqual(['(light)']);
    expect(notes).toEqual([
      { kind: 'planned', purpose: 'goal', status: 'solved', cost: 1, expanded: 2, evaluated: 2, message: null },
    ]);
  });

  it('stops at its bound, and says what is wrong with a text', async () => {
    const options = { solver: 'embedded', expansionsMax: 1 } as const;
    const note = () => {};
    expect(await planTask({ note }, task, options)).toMatchObject({ status: 'limit', plan: null });
    expect(await planTask({ note }, { ...task, problem: '(define' }, options)).toMatchObject({ status: 'invalid' });
  });

  it('asks Fast Downward where it is told to, and where there is one', async () => {
    const asked: string[][] = [];
    const fastDownward = async (...texts: [string, string]) => {
      asked.push(texts);
      return { ...planDocument('unsolvable'), message: 'none' };
    };
    const options = { solver: 'fast-downward', expansionsMax: 1 } as const;
    expect(await planTask({ note: () => {}, fastDownward }, task, options)).toMatchObject({ status: 'unsolvable' });
    expect(asked).toEqual([[domain, problem]]);
    await expect(planTask({ note: () => {} }, task, options)).rejects.toThrow('set FAST_DOWNWARD to its path');
  });
});

test.each([{ temperature: 3 }, { replyTokensMax: 0 }, { retriesMax: 11 }, { solver: 'other' }, { expansionsMax: 0 }])(
  'pddlOptions refuses %j',
  (options) => {
    expect(pddlOptions.safeParse(options).success).toBe(false);
  },
);

/** The right texts with a mistake in one of them. */
function textsWith([, file, right, wrong]: DiagnosticCase): [domain: string, problem: string] {
  const texts = { ...VALID, [file]: VALID[file].replace(right, () => wrong.replace('¦', '')) };
  return [texts.domain, texts.problem];
}

const named = (mistakes: readonly DiagnosticCase[]) => mistakes.map((mistake) => ({ name: mistake[0], mistake }));

/** In the form of PDDL, yet readable, and not what was asked for. */
const READABLE = ['wrong_file', 'missing_part', 'reserved_type', 'unsupported'];

describe('failureOf()', () => {
  it.each(named(SYNTAX_ERROR_CASES))('sorts the mistake of form $name', ({ mistake }) => {
    const texts = textsWith(mistake);
    const expected = READABLE.includes(mistake[0]) ? 'schema' : 'parse';
    expect(failureOf(...texts, { status: 'invalid' })).toBe(expected);
  });

  it.each(named(WARNING_CASES))('takes no offence at $name', async ({ mistake }) => {
    const texts = textsWith(mistake);
    const document = planProblem(...texts, { limits: { expansionsMax: 100 } });
    expect(['solved', 'unsolvable']).toContain(document.status);
    expect([null, 'unsolvable']).toContain(failureOf(...texts, document));
  });

  it.each([
    ['unsolvable', 'unsolvable'],
    ['limit', 'planning_limit'],
    ['solved', null],
    ['unsupported', 'schema'],
    ['invalid', 'schema'],
  ] as const)('of right texts says of the status %s: %s', (status, failure) => {
    expect(failureOf(VALID.domain, VALID.problem, { status })).toBe(failure);
  });
});

it('failureOfErrors() says parse where form and names are wrong', () => {
  const checked = checkPddl(
    VALID.domain.replace('(clear ?y))', '(cleer ?y))'),
    VALID.problem.replace('(:goal', '(:gaol'),
  );
  if (checked.status === 'ok') throw new Error('nothing is wrong');
  expect(checked.errors.map(({ kind }) => kind)).toEqual(['unknown_predicate', 'unknown_section']);
  expect(failureOfErrors(checked.errors)).toBe('parse');
  expect(failureOfErrors(checked.errors.slice(0, 1))).toBe('schema');
});
