import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../env.ts';
import { Observer } from '../observer.ts';
import { pickAction } from '../pick_action.ts';
import { distanceToGoal, guidedDistance } from '../plain_search.ts';
import { carryOut } from '../rules.ts';
import { anyProblem, begin, choices, copyOf, type Moment, mugProblem } from './random_search_problem.ts';

/** How far the goal is, both ways; they must not contradict each other. */
function expectSameDistance({ model, plain }: Moment, most: { states: number; expansions: number }): void {
  const truth = distanceToGoal(plain, most.states);
  const found = guidedDistance(model, most.expansions);
  if ('exactly' in truth && 'exactly' in found) expect(found).toEqual(truth);
  else if ('exactly' in truth && 'atLeast' in found) expect(found.atLeast).toBeLessThanOrEqual(truth.exactly);
  else if ('atLeast' in truth && 'exactly' in found) expect(found.exactly).toBeGreaterThanOrEqual(truth.atLeast);
}

/** Both step, and must agree on whether they can. */
function step({ model, plain }: Moment, action: Action): void {
  const refusal = carryOut(plain.state, action, plain.vocabulary);
  if (refusal === null) plain.goal.judge(plain.state, plain.memory);
  expect(model.step(action)).toEqual(refusal);
}

/** The moments of a walk along worthwhile actions, the first included; those short of the goal. */
function worthwhileWalk(start: Moment, steps: readonly number[]): Moment[] {
  const now = copyOf(start);
  const passed = [copyOf(now)];
  for (const choice of steps) {
    const actions = now.model.actions();
    const action = actions[choice % actions.length];
    if (action === undefined) break;
    step(now, action);
    if (now.model.goal().success) break;
    passed.push(copyOf(now));
  }
  return passed;
}

/** The states that are reached first by worthwhile actions, told apart by all of the state; those short of the goal. */
function firstStates(start: Moment, most: number): Moment[] {
  const states = new Map([[start.plain.state.digest(), start]]);
  for (const before of states.values()) {
    for (const action of before.model.actions()) {
      const next = copyOf(before);
      step(next, action);
      const digest = next.plain.state.digest();
      if (states.size < most && !next.model.goal().success && !states.has(digest)) states.set(digest, next);
    }
  }
  return [...states.values()];
}

describe('a search along actions(), key() and lowerBound()', () => {
  it.each([
    ['any goal', anyProblem, 500],
    ['mugs that may stand for each other', mugProblem, 60],
  ])(
    'finds the distance that breadth-first search finds over all actions and all of the state, with %s',
    (_, problems, numRuns) => {
      fc.assert(
        fc.property(problems, (problem) => {
          const start = begin(problem);
          if (start !== null) expectSameDistance(start, { states: 1000, expansions: 400 });
        }),
        { numRuns },
      );
    },
  );

  it('does so from a model that was led astray by any actions', () => {
    fc.assert(
      fc.property(anyProblem, choices(8), (problem, walk) => {
        const now = begin(problem);
        if (now === null) return;
        now.model.key();
        const observer = new Observer(now.plain.state.tables);
        for (const choice of walk) {
          step(now, pickAction(observer.observe(now.plain.state), problem.house.names, choice));
        }
        if (!now.model.goal().success) expectSameDistance(now, { states: 600, expansions: 300 });
      }),
      { numRuns: 200 },
    );
  });

  it('meets no bound above the distance', () => {
    fc.assert(
      fc.property(anyProblem, choices(5), (problem, walk) => {
        const start = begin(problem);
        for (const { model, plain } of start === null ? [] : worthwhileWalk(start, walk)) {
          const truth = distanceToGoal(plain, 600);
          if ('exactly' in truth) expect(model.lowerBound()).toBeLessThanOrEqual(truth.exactly);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('meets no two states with one key that are not equally far', () => {
    let compared = 0;
    fc.assert(
      fc.property(mugProblem, (problem) => {
        const start = begin(problem);
        const passed = start === null ? [] : firstStates(start, 60);
        const groups = [...Map.groupBy(passed, ({ model }) => model.key()).values()];
        for (const alike of groups.filter(({ length }) => length > 1).slice(-6)) {
          const truths = [alike[0], alike.at(-1)].map((each) => distanceToGoal((each as Moment).plain, 700));
          const exact = truths.flatMap((truth) => ('exactly' in truth ? [truth.exactly] : []));
          if (exact.length > 1) compared++;
          expect(new Set(exact).size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 50, seed: 1 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});
