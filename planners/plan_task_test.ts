import { describe, expect, it, test } from 'vitest';
import { checkPddl } from './pddl/check/check_pddl.ts';
import { DIAGNOSTIC_KINDS } from './pddl/diagnostics/diagnostics.ts';
import { planDocument, planProblem } from './pddl/plan/plan_problem.ts';
import { VALID } from './pddl/testing/diagnostic_cases.ts';
import { FAULTY_TEXTS } from './pddl/testing/faulty_texts.ts';
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

  it('stops at its limit, and reports the error in a text', async () => {
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
  (options) => expect(pddlOptions.safeParse(options).success).toBe(false),
);

const faultyTexts = (isWarning: boolean) =>
  FAULTY_TEXTS.filter(({ kind }) => (DIAGNOSTIC_KINDS.get(kind) === 'warning') === isWarning);

describe('failureOf()', () => {
  it.each(faultyTexts(false))('sorts the mistake $kind in a $file', ({ texts }) => {
    const checked = checkPddl(...texts);
    const kinds = checked.status === 'ok' ? [] : checked.errors.map(({ kind }) => kind);
    const isParse = kinds.some((kind) => DIAGNOSTIC_KINDS.get(kind) === 'parse');
    expect(failureOf(...texts, { status: 'invalid' })).toBe(isParse ? 'parse' : 'schema');
  });

  it.each(faultyTexts(true))('takes no offence at $kind', ({ texts }) => {
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
