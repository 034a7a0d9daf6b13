import { describe, expect, it } from 'vitest';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { type PlanInWorkerOptions, planInWorker } from './plan_in_worker.ts';
import { type PlanOptions, planProblem } from './plan_problem.ts';

const ENDLESS = blocksProblem(12, 1);

const ENDLESS_GROUNDING = [
  `(define (domain d) (:predicates (p ?x) (q ?x ?y ?z))
    (:action go :parameters (?x ?y ?z) :precondition (and (p ?x) (p ?y) (p ?z)) :effect (q ?x ?y ?z)))`,
  `(define (problem p) (:domain d) (:objects ${numbered('o')}) (:init ${numbered('(p o', ')')}) (:goal (q o1 o2 o3)))`,
] as const;

function numbered(before: string, after = ''): string {
  return Array.from({ length: 400 }, (_, i) => `${before}${i}${after}`).join(' ');
}

const UNBOUNDED = { operatorsMax: 1e9, factsMax: 1e9, effectsMax: 1e9, stepsMax: 1e12 };

/** A clock that calls back at its `look`-th look; the first is at the start, the second as the search begins. */
function clockCalling(look: number, callback: () => void): () => number {
  let looks = 0;
  return () => {
    if (++looks === look) callback();
    return 10 * looks;
  };
}

describe('planInWorker()', () => {
  it('gives what planProblem() does', async () => {
    const [domain, problem] = blocksProblem(5, 2);
    const cases: readonly (readonly [string, string, PlanOptions])[] = [
      [domain, problem, {}],
      [domain, problem, { search: 'gbfs', heuristic: 'ff' }],
      [domain, problem, { heuristic: 'blind', limits: { expansionsMax: 20 } }],
      [domain, problem, { grounding: { operatorsMax: 3 } }],
      [domain, problem.replace('(:goal', '(:goals'), {}],
      [domain.replace('(:action', '(:action odd :parameters (?x - blok) :effect (clear ?x)) (:action'), problem, {}],
    ];
    for (const each of cases) expect(await planInWorker(...each)).toEqual(planProblem(...each));
  });

  it('measures search and everything by the clock that it is given', async () => {
    const clock = clockCalling(0, () => {});
    const document = await planInWorker(...blocksProblem(3, 1), { clock, timeLimitMs: 1e12 });
    expect(document).toMatchObject({ status: 'solved', searchMs: 10, totalMs: 30 });
  });

  it('ends reading and grounding when time is up, and at the signal', async () => {
    const plan = (options: PlanInWorkerOptions) =>
      planInWorker(...ENDLESS_GROUNDING, { grounding: UNBOUNDED, ...options });
    const late = 'the time limit of 0.3 s was reached while reading and grounding';
    expect(await plan({ timeLimitMs: 300 })).toMatchObject({ status: 'limit', expanded: null, message: late });
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(), 300);
    const interrupted = { status: 'limit', message: 'interrupted while reading and grounding' };
    expect(await plan({ signal: interruption.signal })).toMatchObject(interrupted);
  });

  it('ends the search at the signal, with the counts so far', async () => {
    const interruption = new AbortController();
    const clock = clockCalling(2, () => queueMicrotask(() => interruption.abort()));
    const document = await planInWorker(...ENDLESS, { heuristic: 'blind', clock, signal: interruption.signal });
    const counts = { expanded: expect.any(Number), evaluated: expect.any(Number) };
    expect(document).toMatchObject({
      status: 'limit',
      ...counts,
      message: 'interrupted while searching',
      searchMs: 10,
    });
  });

  it('does not begin where the signal has come', async () => {
    expect(await planInWorker(...ENDLESS, { signal: AbortSignal.abort() })).toMatchObject({ status: 'limit' });
  });

  it('rejects where the thread fails', async () => {
    const options = { heuristic: 'none' } as unknown as PlanInWorkerOptions;
    await expect(planInWorker(...blocksProblem(3, 1), options)).rejects.toThrow(TypeError);
  });
});
