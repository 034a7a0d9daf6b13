import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../env.ts';
import type { Condition } from '../goals/goal.ts';
import { pickAction } from '../kit/walk_by.ts';
import { Observer } from '../observer.ts';
import { carryOut } from '../rules/rules.ts';
import { PAPER_OPTIONS } from '../state/household_state.ts';
import { smallHouse } from '../testing/small_house.ts';
import { actionsOf, choices } from '../testing/walks.ts';
import type { SearchProblem, SideBySide } from './testing/random_search_problem.ts';
import { anyProblem, begin, copyOf, mugProblem } from './testing/random_search_problem.ts';
import { distanceToGoal, guidedDistance } from './testing/reference_search.ts';

const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;

function expectSameDistance({ model, bare }: SideBySide, most: { states: number; expansions: number }): void {
  const truth = distanceToGoal(bare, most.states);
  const found = guidedDistance(model, most.expansions);
  if ('exactly' in truth && 'exactly' in found) expect(found).toEqual(truth);
  else if ('exactly' in truth && 'atLeast' in found) expect(found.atLeast).toBeLessThanOrEqual(truth.exactly);
  else if ('atLeast' in truth && 'exactly' in found) expect(found.exactly).toBeGreaterThanOrEqual(truth.atLeast);
}

function step({ model, bare }: SideBySide, action: Action): void {
  const refusal = carryOut(bare.state, action, bare.rulebook);
  if (refusal === null) bare.goal.judge(bare.state, bare.memory);
  expect(model.step(action)).toEqual(refusal);
}

function worthwhileWalk(start: SideBySide, steps: readonly number[]): SideBySide[] {
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

function firstStates(start: SideBySide, most: number): SideBySide[] {
  const states = new Map([[start.bare.state.digest(), start]]);
  for (const before of states.values()) {
    for (const action of before.model.actions()) {
      const next = copyOf(before);
      step(next, action);
      const digest = next.bare.state.digest();
      if (states.size < most && !next.model.goal().success && !states.has(digest)) states.set(digest, next);
    }
  }
  return [...states.values()];
}

function kitchen(things: string, goal: Condition, after = '', more: Partial<SearchProblem> = {}): SideBySide {
  const conjuncts = [{ weight: 1, that: goal }];
  const rest = { options: PAPER_OPTIONS, skills: null, overlooks: false, walk: [], ...more };
  const start = begin({ house: smallHouse({ things }), goal: conjuncts, ...rest }) as SideBySide;
  for (const action of actionsOf(after)) step(start, action);
  return start;
}

describe('what a search must not overlook', () => {
  it('a plate may be brought to the mugs', () => {
    const things =
      'kitchentable1, kitchentable2 @9, plate1 on kitchentable2 @9, mug1 on kitchentable1, mug2 on kitchentable1, mug3 on kitchentable1';
    const onPlate: Condition = { forall: '?x', of: { class: 'mug' }, that: { on: ['?x', 'plate1'] } };
    const { model } = kitchen(things, onPlate, 'move kitchentable2');
    // Pick up the plate, go, put it down, and three mugs on it. To go and fetch the mugs takes two ways more, but no plate.
    expect(model.lowerBound()).toBeLessThanOrEqual(9);
    expect(guidedDistance(model, 5000)).toEqual({ exactly: 9 });
  });

  it('a locked box is emptied by picking it up', () => {
    expect(guidedDistance(kitchen('box1 locked, mug1 in box1', { held: ['mug1'] }).model, 100)).toEqual({ exactly: 2 });
  });

  it('a hand is freed by putting something down where nothing must be opened', () => {
    const things = 'fridge1, kitchentable1, microwave1, milk1 on kitchentable1';
    const options = { ...PAPER_OPTIONS, hands: 1 } as const;
    const { model } = kitchen(things, { heated: ['milk1'] }, 'pickup milk1', { options });
    expect(guidedDistance(model, 1000)).toEqual({ exactly: 6 });
  });

  it('a robot that missed something looks again when it opens a box, which it may have to close first', () => {
    const options = { ...PAPER_OPTIONS, perception: 'on_entry' } as const;
    const more = { overlooks: true, options };
    const { model, bare } = kitchen('box1 OPEN, kitchentable1, mug1', { held: ['mug1'] }, '', more);
    expect(bare.state.isSeen(3)).toBe(false);
    expect(guidedDistance(model, 1000)).toEqual({ exactly: 3 });
  });
});

describe('a search along actions(), key() and lowerBound()', () => {
  it.each([
    ['any goal', anyProblem, 250],
    ['mugs that may stand for each other', mugProblem, 60],
  ])(
    'finds the distance that breadth-first search finds over all actions and all of the state, with %s',
    (_, problems, numRuns) => {
      fc.assert(
        fc.property(problems, (problem) => {
          const start = begin(problem);
          if (start !== null) expectSameDistance(start, { states: 700, expansions: 400 });
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
        const observer = new Observer(now.bare.state.tables);
        for (const choice of walk) {
          step(now, pickAction(observer.observe(now.bare.state), problem.house.names, choice));
        }
        if (!now.model.goal().success) expectSameDistance(now, { states: 600, expansions: 300 });
      }),
      { numRuns: 120 },
    );
  });

  it('meets no bound above the distance', () => {
    fc.assert(
      fc.property(anyProblem, choices(5), (problem, walk) => {
        const start = begin(problem);
        for (const { model, bare } of start === null ? [] : worthwhileWalk(start, walk)) {
          const truth = distanceToGoal(bare, 400);
          if ('exactly' in truth) expect(model.lowerBound()).toBeLessThanOrEqual(truth.exactly);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('meets no two states with one key that are not equally far', () => {
    const numRuns = isLong ? 50 : 15;
    let compared = 0;
    fc.assert(
      fc.property(mugProblem, (problem) => {
        const start = begin(problem);
        const passed = start === null ? [] : firstStates(start, 60);
        const groups = [...Map.groupBy(passed, ({ model }) => model.key()).values()];
        for (const alike of groups.filter(({ length }) => length > 1).slice(-6)) {
          const truths = [alike[0], alike.at(-1)].map((each) => distanceToGoal((each as SideBySide).bare, 700));
          const exact = truths.flatMap((truth) => ('exactly' in truth ? [truth.exactly] : []));
          if (exact.length > 1) compared++;
          expect(new Set(exact).size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns, seed: 1 },
    );
    expect(compared).toBeGreaterThan(numRuns);
  });
});
