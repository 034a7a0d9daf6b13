import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../env.ts';
import type { Condition } from '../goals/goal.ts';
import { pickAction } from '../kit/pick_action.ts';
import { Observer } from '../observer.ts';
import { carryOut } from '../rules/rules.ts';
import { readHouse } from '../scene/read_house.ts';
import {
  anyProblem,
  begin,
  choices,
  copyOf,
  mugProblem,
  type SearchProblem,
  type SideBySide,
} from './testing/random_search_problem.ts';
import { distanceToGoal, guidedDistance } from './testing/reference_search.ts';

/** Where a property has a seed of its own: with TAPEDECK_TEST_FACTOR=5, as at night, it is tried on more. */
const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;

/** How far the goal is, both ways; they must not contradict each other. */
function expectSameDistance({ model, bare }: SideBySide, most: { states: number; expansions: number }): void {
  const truth = distanceToGoal(bare, most.states);
  const found = guidedDistance(model, most.expansions);
  if ('exactly' in truth && 'exactly' in found) expect(found).toEqual(truth);
  else if ('exactly' in truth && 'atLeast' in found) expect(found.atLeast).toBeLessThanOrEqual(truth.exactly);
  else if ('atLeast' in truth && 'exactly' in found) expect(found.exactly).toBeGreaterThanOrEqual(truth.atLeast);
}

/** Both step, and must agree on whether they can. */
function step({ model, bare }: SideBySide, action: Action): void {
  const refusal = carryOut(bare.state, action, bare.rulebook);
  if (refusal === null) bare.goal.judge(bare.state, bare.memory);
  expect(model.step(action)).toEqual(refusal);
}

/** The moments of a walk along worthwhile actions, the first included; those short of the goal. */
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

/** The states that are reached first by worthwhile actions, told apart by all of the state; those short of the goal. */
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

/** A kitchen; of a thing is said what it is in or on, and its distance from where the robot stands. */
function kitchen(
  things: readonly { readonly is: string; readonly in?: string; readonly on?: string; readonly x?: number }[],
  goal: Condition,
  more: Partial<SearchProblem> = {},
): SideBySide {
  const text = JSON.stringify({
    house: 'kitchen',
    robot: 'kitchen1',
    rooms: [{ is: 'kitchen1', anchor: [0, 0] }],
    things: things.map(({ x = 0, ...thing }) => ({
      ...(thing.on === undefined ? { in: 'kitchen1' } : {}),
      ...thing,
      at: [x, 0, 0],
    })),
  });
  const options = { hands: 2, reachM: 1.5, perception: 'always', ...more.options } as const;
  const rest = { skills: null, overlooks: false, walk: [], ...more, options };
  return begin({ house: readHouse(text, 'kitchen.json'), goal: [{ weight: 1, that: goal }], ...rest }) as SideBySide;
}

describe('what a search must not overlook', () => {
  const mugs = ['mug1', 'mug2', 'mug3'].map((is) => ({ is, on: 'kitchentable1' }));

  it('a plate may be brought to the mugs', () => {
    const things = [
      { is: 'kitchentable1' },
      { is: 'kitchentable2', x: 9 },
      { is: 'plate1', on: 'kitchentable2', x: 9 },
    ];
    const onPlate: Condition = { forall: '?x', of: { class: 'mug' }, that: { on: ['?x', 'plate1'] } };
    const start = kitchen([...things, ...mugs], onPlate);
    step(start, { verb: 'move', args: ['kitchentable2'] });
    // Pick up the plate, go, put it down, and three mugs on it. To go and fetch the mugs takes two ways more, but no plate.
    expect(start.model.lowerBound()).toBeLessThanOrEqual(9);
    expect(guidedDistance(start.model, 5000)).toEqual({ exactly: 9 });
  });

  it('a locked box is emptied by picking it up', () => {
    const things = [
      { is: 'box1', locked: true },
      { is: 'mug1', in: 'box1' },
    ];
    expect(guidedDistance(kitchen(things, { held: ['mug1'] }).model, 100)).toEqual({ exactly: 2 });
  });

  it('a hand is freed by putting something down where nothing must be opened', () => {
    const things = [
      { is: 'fridge1' },
      { is: 'kitchentable1' },
      { is: 'microwave1' },
      { is: 'milk1', on: 'kitchentable1' },
    ];
    const start = kitchen(things, { heated: ['milk1'] }, { options: { hands: 1, reachM: 1.5, perception: 'always' } });
    step(start, { verb: 'pickup', args: ['milk1'] });
    // Put it down, open, pick it up, put it in, close, switch on.
    expect(guidedDistance(start.model, 1000)).toEqual({ exactly: 6 });
  });

  it('a robot that missed something looks again when it opens a box, which it may have to close first', () => {
    const things = [{ is: 'box1', states: ['OPEN'] }, { is: 'kitchentable1' }, { is: 'mug1' }];
    const options = { hands: 2, reachM: 1.5, perception: 'on_entry' } as const;
    const start = kitchen(things, { held: ['mug1'] }, { overlooks: true, options });
    expect(start.bare.state.isSeen(3)).toBe(false);
    // Close, open, pick up.
    expect(guidedDistance(start.model, 1000)).toEqual({ exactly: 3 });
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
