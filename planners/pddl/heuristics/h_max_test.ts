import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundTask, INFINITE_COST, type TaskLists } from '../task/ground_task.ts';
import { arbitraryGroundTask, arbitraryPlainTask } from '../testing/arbitrary_ground_task.ts';
import { referenceHMax, referenceStates } from '../testing/reference_search.ts';
import { row } from '../testing/task_lists.ts';
import { HMaxCosts, hMax, NO_SUPPORTER } from './h_max.ts';
import { LandmarkCut } from './lm_cut.ts';
import { type RelaxedTask, relaxedTask } from './relaxed_task.ts';

it('hMax() is what the reference says, in every state', () => {
  const property = fc.property(arbitraryGroundTask, (task) => {
    const heuristic = hMax(groundTask(task));
    for (const state of referenceStates(task, 8)) {
      const { initial } = groundTask({ ...task, initial: state });
      expect(heuristic.evaluate(initial, 0)).toBe(referenceHMax(task, state) ?? INFINITE_COST);
    }
  });
  fc.assert(property, { numRuns: 1_000 });
});

/** That each operator's supporter is a precondition, and none of them is dearer, where that matters: below the goal's cost. */
function expectSupporters({ preconditions, goal }: RelaxedTask, facts: HMaxCosts): void {
  const limit = facts.costs[goal] ?? 0;
  for (const [operator, supporter] of facts.supporters.entries()) {
    const needs = row(preconditions, operator);
    const dearest = Math.max(...needs.map((fact) => facts.costs[fact] ?? 0));
    if (supporter === NO_SUPPORTER) {
      expect(dearest).toBe(INFINITE_COST);
    } else {
      expect(needs).toContain(supporter);
      expect(facts.supporterCosts[operator]).toBeGreaterThanOrEqual(dearest);
      if (dearest < limit) expect([facts.costs[supporter], facts.supporterCosts[operator]]).toEqual([dearest, dearest]);
    }
  }
}

function explored(ground: TaskLists) {
  const packed = groundTask(ground);
  const task = relaxedTask(packed);
  const facts = new HMaxCosts(task);
  facts.explore(packed.initial, 0);
  return { packed, task, facts };
}

function fromTheStart(task: RelaxedTask, { operatorCosts }: HMaxCosts, words: Int32Array): Int32Array {
  const fresh = new HMaxCosts({ ...task, costs: operatorCosts.slice() });
  fresh.explore(words, 0);
  return fresh.costs;
}

function makeCheaper(facts: HMaxCosts, operator: number, by: number): void {
  facts.operatorCosts[operator] = Math.max(0, (facts.operatorCosts[operator] ?? 0) - by);
  facts.lowerEffects(operator);
}

describe('HMaxCosts', () => {
  it('is after cuts what it would be from the start, up to the cost of the goal', () => {
    const property = fc.property(arbitraryPlainTask, (ground) => {
      const { packed, task, facts } = explored(ground);
      const cut = new LandmarkCut(task, facts);
      expectSupporters(task, facts);
      if (facts.costs[task.goal] === INFINITE_COST) return;
      for (let limit = facts.costs[task.goal] ?? 0; limit > 0; limit = facts.costs[task.goal] ?? 0) {
        const operators = [...cut.operators.subarray(0, cut.find())];
        const least = Math.min(...operators.map((operator) => facts.operatorCosts[operator] ?? 0));
        for (const operator of operators) makeCheaper(facts, operator, least);
        facts.update();
        const fresh = fromTheStart(task, facts, packed.initial);
        const left = fresh[task.goal] ?? 0;
        expect(facts.costs.map((cost) => Math.min(cost, left))).toEqual(fresh.map((cost) => Math.min(cost, left)));
        expect([left, facts.costs[task.goal]]).toEqual([Math.max(left, limit - least), left]);
        expectSupporters(task, facts);
      }
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it('is never too low, whatever has become cheaper', () => {
    const round = fc.array(fc.tuple(fc.nat(40), fc.nat(7)), { minLength: 1, maxLength: 5 });
    const property = fc.property(
      arbitraryGroundTask,
      fc.array(round, { minLength: 1, maxLength: 4 }),
      (ground, rounds) => {
        const { packed, task, facts } = explored(ground);
        for (const cheaper of rounds) {
          for (const [which, by] of cheaper) makeCheaper(facts, which % task.costs.length, by);
          facts.update();
          const fresh = fromTheStart(task, facts, packed.initial);
          for (const [fact, cost] of facts.costs.entries()) expect(cost).toBeGreaterThanOrEqual(fresh[fact] ?? 0);
        }
      },
    );
    fc.assert(property, { numRuns: 1_000 });
  });

  it('forgets one state before the next', () => {
    const property = fc.property(arbitraryGroundTask, (ground) => {
      const { packed, task, facts: fresh } = explored(ground);
      const used = new HMaxCosts(task);
      used.explore(new Int32Array(packed.wordsPerState).fill(0xff), 0);
      used.operatorCosts.fill(0);
      used.explore(packed.initial, 0);
      expect([used.costs, used.operatorCosts]).toEqual([fresh.costs, fresh.operatorCosts]);
    });
    fc.assert(property);
  });
});
