import { describe, expect, it } from 'vitest';
import { planDocument } from './pddl/plan/plan_document.ts';
import { planTask } from './plan_task.ts';
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
