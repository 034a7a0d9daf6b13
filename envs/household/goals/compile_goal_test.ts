import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, GoalStatus } from '../../env.ts';
import { GoalError } from '../../goal_error.ts';
import { arbitraryHouse } from '../kit/arbitrary_house.ts';
import { pickAction } from '../kit/pick_action.ts';
import { Observer } from '../observer.ts';
import { carryOut, PAPER_RULES } from '../rules/rules.ts';
import { houseTables } from '../scene/house_tables.ts';
import { readHouse } from '../scene/read_house.ts';
import { HouseholdState, PAPER_OPTIONS } from '../state/household_state.ts';
import { inOrder } from '../testing/in_order.ts';
import { smallHouse } from '../testing/small_house.ts';
import { compileGoal } from './compile_goal.ts';
import type { Condition } from './goal.ts';

const house = smallHouse({
  rooms: { kitchen1: [0, 0], bedroom1: [9, 9] },
  things: [
    { is: 'kitchentable1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'plate1', on: 'kitchentable1', at: [0, 0, 0] },
    { is: 'mug1', on: 'plate1', at: [0, 0, 0] },
    { is: 'mug2', on: 'kitchentable1', at: [0, 0, 0], ungraspable: true },
    { is: 'rug1', on: 'kitchentable1', at: [0, 0, 0] },
    { is: 'kitchencabinet1', in: 'kitchen1', at: [1, 0, 0], states: ['OPEN'] },
    { is: 'plate2', in: 'kitchencabinet1', at: [1, 0, 0] },
    { is: 'toaster1', on: 'kitchentable1', at: [0, 0, 0] },
    { is: 'breadslice1', in: 'toaster1', at: [0, 0, 0] },
    { is: 'desk1', in: 'bedroom1', at: [9, 0, 9] },
  ],
});

/** The status of a conjunct at the start and after each action that is carried out. */
function judge(that: Condition, walk = ''): GoalStatus[] {
  const state = new HouseholdState(houseTables(house, 'no_task'), PAPER_OPTIONS);
  const goal = compileGoal([{ weight: 1, that }], state);
  const memory = goal.begin();
  const actions = walk === '' ? [] : walk.split(', ').map((words) => words.split(' '));
  return [
    goal.judge(state, memory),
    ...actions.map(([verb = '', ...args]): GoalStatus => {
      expect(carryOut(state, { verb, args }, { rules: PAPER_RULES, indexOf: house.indexOf })).toBeNull();
      return goal.judge(state, memory);
    }),
  ];
}

function truths(that: Condition, walk?: string): boolean[] {
  return judge(that, walk).map(({ success }) => success);
}

function shares(that: Condition, walk?: string): number[] {
  return judge(that, walk).map(({ share }) => share);
}

const mugOnTable: Condition = { on: ['mug1', 'kitchentable1'] };

describe('compileGoal()', () => {
  it('is not met where a part of an `and` fails, however deep and wide', () => {
    const on: Condition = { state: ['toaster1', 'ON'] };
    const off: Condition = { state: ['toaster1', 'OFF'] };
    const deep = Array.from({ length: 30 }).reduce<Condition>((part) => ({ and: [part, off, off, off] }), on);
    expect(truths(deep, '')).toEqual([false]);
  });

  it('judges atoms', () => {
    expect(truths({ state: ['toaster1', 'OFF'] }, 'switchon toaster1')).toEqual([true, false]);
    expect(truths({ held: ['mug1'] }, 'pickup mug1, placein mug1 kitchencabinet1')).toEqual([false, true, false]);
    expect(truths({ near: ['mug1'] }, 'move bedroom1')).toEqual([true, false]);
    expect(truths({ near: ['plate2'] }, 'close kitchencabinet1')).toEqual([true, false]);
    expect(truths({ visible: ['plate2'] }, 'close kitchencabinet1')).toEqual([true, false]);
    expect(truths({ visible: ['rug1'] })).toEqual([false]);
    expect(truths({ graspable: ['mug1'] })).toEqual([true]);
    expect(truths({ graspable: ['mug2'] })).toEqual([false]);
    expect(truths({ graspable: ['kitchentable1'] })).toEqual([false]);
    expect(truths({ toasted: ['breadslice1'] }, 'switchon toaster1, switchoff toaster1')).toEqual([false, true, true]);
    expect(truths({ heated: ['breadslice1'] }, 'switchon toaster1')).toEqual([false, false]);
    expect(truths({ in_room: ['mug1', 'kitchen1'] }, 'pickup mug1, move bedroom1')).toEqual([true, true, false]);
  });

  it('takes on and inside through what lies between', () => {
    expect(truths(mugOnTable)).toEqual([true]);
    expect(truths({ on: ['mug1', 'kitchen1'] })).toEqual([false]);
    expect(truths({ on: ['mug1', 'mug1'] })).toEqual([false]);
    expect(truths({ on: ['breadslice1', 'kitchentable1'] })).toEqual([false]);
    expect(truths({ inside: ['mug1', 'kitchencabinet1'] }, 'pickup mug1, placeon mug1 plate2')).toEqual([
      false,
      false,
      true,
    ]);
    expect(truths({ inside: ['mug1', 'plate1'] })).toEqual([false]);
  });

  it('takes rests_on through whatever lies between, so that a tray does not clear a table', () => {
    expect(truths({ rests_on: ['mug1', 'kitchentable1'] }, 'pickup mug1')).toEqual([true, false]);
    expect(truths({ rests_on: ['breadslice1', 'kitchentable1'] })).toEqual([true]);
    expect(truths({ rests_on: ['breadslice1', 'toaster1'] })).toEqual([false]);
    expect(truths({ rests_on: ['mug1', 'kitchen1'] })).toEqual([false]);
  });

  it('counts how much of a goal holds', () => {
    const walk = 'pickup mug1, pickup plate1';
    expect(shares({ and: [{ held: ['mug1'] }, { held: ['plate1'] }] }, walk)).toEqual([0, 0.5, 1]);
    expect(shares({ or: [{ held: ['mug1'] }, { held: ['plate2'] }] }, walk)).toEqual([0, 1, 1]);
    expect(shares({ not: { held: ['mug1'] } }, walk)).toEqual([1, 0, 0]);
    const onTable = { initially: { on: ['?x', 'kitchentable1'] } } as const;
    expect(shares({ forall: '?x', of: onTable, that: { held: ['?x'] } }, walk)).toEqual([0, 0.25, 0.5]);
    expect(shares({ exists: '?x', of: onTable, that: { held: ['?x'] } }, walk)).toEqual([0, 1, 1]);
    expect(shares({ count: '?x', of: onTable, at_least: 3, that: { held: ['?x'] } }, walk)).toEqual([0, 1 / 3, 2 / 3]);
    expect(truths({ count: '?x', of: onTable, at_least: 2, that: { held: ['?x'] } }, walk)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('binds variables across quantifiers', () => {
    const emptied: Condition = {
      exists: '?t',
      of: { class: 'kitchentable' },
      that: {
        forall: '?x',
        of: { property: 'GRABBABLE', initially: { and: [{ on: ['?x', '?t'] }, { graspable: ['?x'] }] } },
        that: { not: { on: ['?x', '?t'] } },
      },
    };
    expect(shares(emptied, 'pickup mug1, pickup plate1')).toEqual([0, 0.5, 1]);
  });

  it('lets quantifiers range over rooms only when their class is named, and never over what cannot be seen', () => {
    expect(truths({ exists: '?r', of: { class: 'kitchen' }, that: { in_room: ['mug1', '?r'] } })).toEqual([true]);
    expect(
      truths({ exists: '?x', of: { initially: { not: { held: ['?x'] } } }, that: { in_room: ['kitchen1', '?x'] } }),
    ).toEqual([false]);
    expect(() => judge({ exists: '?x', of: { class: 'rug' }, that: mugOnTable })).toThrow('the house has no "rug"');
  });

  it('lets quantifiers range over several classes, each of which the house must have', () => {
    const some = (classes: string[]): Condition => ({ exists: '?x', of: { class: classes }, that: { held: ['?x'] } });
    expect(truths(some(['plate', 'mug']), 'pickup mug1')).toEqual([false, true]);
    expect(truths(some(['plate', 'breadslice']), 'pickup mug1')).toEqual([false, false]);
    expect(() => judge(some(['mug', 'sofa']))).toThrow('the house has no "sofa"');
  });

  it('holds a forall over nothing, and no exists', () => {
    const of = { initially: { held: ['?x'] as const } };
    expect(truths({ forall: '?x', of, that: { held: ['?x'] } })).toEqual([true]);
    expect(truths({ exists: '?x', of, that: { held: ['?x'] } })).toEqual([false]);
  });

  it('remembers what has been', () => {
    const walk = 'pickup mug1, placeon mug1 kitchentable1, close kitchencabinet1';
    expect(truths({ ever: { held: ['mug1'] } }, walk)).toEqual([false, true, true, true]);
    const [held, closed]: Condition[] = [{ held: ['mug1'] }, { state: ['kitchencabinet1', 'CLOSED'] }];
    expect(truths(inOrder(held as Condition, closed as Condition), walk)).toEqual([false, false, false, true]);
    expect(truths(inOrder(closed as Condition, held as Condition), walk)).toEqual([false, false, false, false]);
    expect(truths(inOrder(held as Condition, held as Condition), walk)).toEqual([false, false, false, false]);
    expect(truths({ ever: inOrder(mugOnTable, { held: ['mug1'] }) }, walk)).toEqual([false, true, true, true]);
  });

  it('weighs conjuncts', () => {
    const state = new HouseholdState(houseTables(house, 'no_task'), PAPER_OPTIONS);
    const goal = compileGoal(
      [
        { weight: 3, that: mugOnTable },
        { weight: 1, that: { held: ['mug1'] } },
      ],
      state,
    );
    expect(goal.judge(state, goal.begin())).toEqual({ success: false, share: 0.75 });
  });

  it.each<readonly [string, Condition]>([
    ['nothing binds the variable "?x"', { held: ['?x'] }],
    ['the house has no "mug7"', { held: ['mug7'] }],
    ['the house has no "sofa"', { exists: '?x', of: { class: 'sofa' }, that: { held: ['?x'] } }],
    ['"ever" has no meaning', { exists: '?x', of: { initially: { ever: { held: ['?x'] } } }, that: { held: ['?x'] } }],
  ])('says that %s', (message, that) => {
    expect(() => judge(that)).toThrow(GoalError);
    expect(() => judge(that)).toThrow(message);
  });

  it('gives up on a goal that grows too large', () => {
    const nested = (letters: string) =>
      [...letters].reduce<Condition>(
        (that, letter) => ({ exists: `?${letter}`, of: { initially: { not: { held: [`?${letter}`] } } }, that }),
        mugOnTable,
      );
    expect(() => judge(nested('abcdef'))).toThrow('grows beyond 200000 conditions');
    expect(truths(nested('abcde'))).toEqual([true]);
    const initially: Condition = { and: [nested('abcde'), { not: { held: ['?x'] } }] };
    expect(() => judge({ exists: '?x', of: { initially }, that: mugOnTable })).toThrow(
      'grows beyond 200000 conditions',
    );
  });

  it('has share 1 exactly when it holds, for any condition after any actions', () => {
    const name = fc.constantFrom('?x', '?y');
    const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.oneof(
          fc.record({ on: fc.tuple(name, name) }),
          fc.record({ inside: fc.tuple(name, name) }),
          fc.record({ held: fc.tuple(name) }),
          fc.record({ state: fc.tuple(name, fc.constantFrom('ON' as const, 'OPEN' as const)) }),
        ),
        fc.record({ and: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie('condition') }),
        fc.record({ ever: tie('condition') }),
        fc.record({ forall: name, of: fc.constant({ property: 'GRABBABLE' as const }), that: tie('condition') }),
        fc.record({
          count: name,
          of: fc.constant({ property: 'CONTAINERS' as const }),
          at_least: fc.integer({ min: 1, max: 3 }),
          that: tie('condition'),
        }),
      ),
    }));
    const bind = (that: Condition): Condition => ({
      exists: '?x',
      of: { property: 'GRABBABLE' },
      that: { exists: '?y', of: { property: 'CAN_OPEN' }, that },
    });
    const choices = fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), { maxLength: 12 });
    fc.assert(
      fc.property(
        arbitraryHouse,
        fc.array(condition, { minLength: 1, maxLength: 2 }),
        choices,
        (text, conditions, walk) => {
          const any = readHouse(text, 'any_house.json');
          const state = new HouseholdState(houseTables(any, 'no_task'), PAPER_OPTIONS);
          const observer = new Observer(state.tables);
          let goal: ReturnType<typeof compileGoal>;
          try {
            goal = compileGoal(
              conditions.map((that) => ({ weight: 1, that: bind(that) })),
              state,
            );
          } catch (error) {
            if (error instanceof GoalError) return;
            throw error;
          }
          const memory = goal.begin();
          for (const choice of [...walk, 0]) {
            const { success, share } = goal.judge(state, memory);
            expect(success).toBe(share === 1);
            expect(share).toBeGreaterThanOrEqual(0);
            const action: Action = pickAction(observer.observe(state), any.names, choice);
            carryOut(state, action, { rules: PAPER_RULES, indexOf: any.indexOf });
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the work of compileGoal()', () => {
  /** How often a node is asked for its class, where so many quantifiers range over a house of so many more plates. */
  function classesAsked(count: number): number {
    let asked = 0;
    const plate = house.nodes[house.indexOf.get('plate2') as number]!;
    const nodes = [...house.nodes, ...Array.from({ length: count }, () => plate)].map((node) => ({
      ...node,
      get className() {
        asked++;
        return node.className;
      },
    }));
    const state = new HouseholdState(houseTables({ ...house, nodes }, 'no_task'), PAPER_OPTIONS);
    const toasted: Condition = {
      forall: '?x',
      of: { class: ['toaster', 'mug'], property: 'CAN_OPEN' },
      that: { held: ['?x'] },
    };
    const goal = Array.from({ length: count }, () => ({ weight: 1, that: toasted }));
    expect(compileGoal(goal, state).conjuncts).toHaveLength(count);
    return asked;
  }

  it('grows as the nodes and the quantifiers', () => {
    const [one, two, four] = [1000, 2000, 4000].map(classesAsked) as [number, number, number];
    expect(four - two).toBe(2 * (two - one));
  });
});
