import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GoalStatus } from '../../env.ts';
import { GoalError } from '../../goal_error.ts';
import { arbitraryHouse } from '../kit/arbitrary_house.ts';
import { arbitraryGoal, arbitraryHouseTask } from '../kit/arbitrary_house_task.ts';
import { pickAction } from '../kit/walk_by.ts';
import { Observer } from '../observer.ts';
import { carryOut, PAPER_RULES } from '../rules/rules.ts';
import type { House } from '../scene/house.ts';
import { readHouse } from '../scene/read_house.ts';
import { smallHouse } from '../testing/small_house.ts';
import { actionsOf, choices, inOrder, stateOf } from '../testing/walks.ts';
import { compileGoal } from './compile_goal.ts';
import type { Condition, Goal } from './goal.ts';

const house = smallHouse({
  rooms: { kitchen1: [0, 0], bedroom1: [9, 9] },
  things: `kitchentable1, plate1 on kitchentable1, mug1 on plate1, mug2 on kitchentable1 ungraspable, rug1 on kitchentable1,
    kitchencabinet1 @1 OPEN, plate2 in kitchencabinet1 @1, toaster1 on kitchentable1, breadslice1 in toaster1,
    desk1 in bedroom1 @9:9`,
});

function judge(that: Condition, walk = ''): GoalStatus[] {
  const state = stateOf(house);
  const goal = compileGoal([{ weight: 1, that }], state);
  const memory = goal.begin();
  return [
    goal.judge(state, memory),
    ...actionsOf(walk).map((action): GoalStatus => {
      expect(carryOut(state, action, { rules: PAPER_RULES, indexOf: house.indexOf })).toBeNull();
      return goal.judge(state, memory);
    }),
  ];
}

/** Whether it holds, in digits: `01` for a goal that does not hold at the start and does after one action. */
function truths(that: Condition, walk?: string): string {
  return judge(that, walk).reduce((digits, { success }) => digits + Number(success), '');
}

function shares(that: Condition, walk?: string): number[] {
  return judge(that, walk).map(({ share }) => share);
}

const ON_TABLE: Condition = { on: ['mug1', 'kitchentable1'] };
const HELD: Condition = { held: ['mug1'] };
const CLOSED: Condition = { state: ['kitchencabinet1', 'CLOSED'] };

describe('compileGoal()', () => {
  it('is not met where a part of an `and` fails, however deep and wide', () => {
    const on: Condition = { state: ['toaster1', 'ON'] };
    const off: Condition = { state: ['toaster1', 'OFF'] };
    const deep = Array.from({ length: 30 }).reduce<Condition>((part) => ({ and: [part, off, off, off] }), on);
    expect(truths(deep)).toBe('0');
  });

  const REMEMBERED = 'pickup mug1, placeon mug1 kitchentable1, close kitchencabinet1';

  it.each<[Condition, string, string]>([
    [{ state: ['toaster1', 'OFF'] }, 'switchon toaster1', '10'],
    [HELD, 'pickup mug1, placein mug1 kitchencabinet1', '010'],
    [{ near: ['mug1'] }, 'move bedroom1', '10'],
    [{ near: ['plate2'] }, 'close kitchencabinet1', '10'],
    [{ visible: ['plate2'] }, 'close kitchencabinet1', '10'],
    [{ visible: ['rug1'] }, '', '0'],
    [{ graspable: ['mug1'] }, '', '1'],
    [{ graspable: ['mug2'] }, '', '0'],
    [{ graspable: ['kitchentable1'] }, '', '0'],
    [{ toasted: ['breadslice1'] }, 'switchon toaster1, switchoff toaster1', '011'],
    [{ heated: ['breadslice1'] }, 'switchon toaster1', '00'],
    [{ in_room: ['mug1', 'kitchen1'] }, 'pickup mug1, move bedroom1', '110'],
    [ON_TABLE, '', '1'],
    [{ on: ['mug1', 'kitchen1'] }, '', '0'],
    [{ on: ['mug1', 'mug1'] }, '', '0'],
    [{ on: ['breadslice1', 'kitchentable1'] }, '', '0'],
    [{ inside: ['mug1', 'kitchencabinet1'] }, 'pickup mug1, placeon mug1 plate2', '001'],
    [{ inside: ['mug1', 'plate1'] }, '', '0'],
    [{ rests_on: ['mug1', 'kitchentable1'] }, 'pickup mug1', '10'],
    [{ rests_on: ['breadslice1', 'kitchentable1'] }, '', '1'],
    [{ rests_on: ['breadslice1', 'toaster1'] }, '', '0'],
    [{ rests_on: ['mug1', 'kitchen1'] }, '', '0'],
    [{ exists: '?r', of: { class: 'kitchen' }, that: { in_room: ['mug1', '?r'] } }, '', '1'],
    [{ exists: '?x', of: { initially: { not: { held: ['?x'] } } }, that: { in_room: ['kitchen1', '?x'] } }, '', '0'],
    [{ exists: '?x', of: { class: ['plate', 'mug'] }, that: { held: ['?x'] } }, 'pickup mug1', '01'],
    [{ exists: '?x', of: { class: ['plate', 'breadslice'] }, that: { held: ['?x'] } }, 'pickup mug1', '00'],
    [{ forall: '?x', of: { initially: { held: ['?x'] } }, that: { held: ['?x'] } }, '', '1'],
    [{ exists: '?x', of: { initially: { held: ['?x'] } }, that: { held: ['?x'] } }, '', '0'],
    [{ ever: HELD }, REMEMBERED, '0111'],
    [inOrder(HELD, CLOSED), REMEMBERED, '0001'],
    [inOrder(CLOSED, HELD), REMEMBERED, '0000'],
    [inOrder(HELD, HELD), REMEMBERED, '0000'],
    [{ ever: inOrder(ON_TABLE, HELD) }, REMEMBERED, '0111'],
  ])('judges %j at the start and in "%s": %s', (that, walk, expected) => {
    expect(truths(that, walk)).toBe(expected);
  });

  const FROM_TABLE = { initially: { on: ['?x', 'kitchentable1'] } } as const;
  const held: Condition = { held: ['?x'] };

  it.each<[Condition, number[]]>([
    [{ and: [HELD, { held: ['plate1'] }] }, [0, 0.5, 1]],
    [{ or: [HELD, { held: ['plate2'] }] }, [0, 1, 1]],
    [{ not: HELD }, [1, 0, 0]],
    [{ forall: '?x', of: FROM_TABLE, that: held }, [0, 0.25, 0.5]],
    [{ exists: '?x', of: FROM_TABLE, that: held }, [0, 1, 1]],
    [{ count: '?x', of: FROM_TABLE, at_least: 3, that: held }, [0, 1 / 3, 2 / 3]],
    [{ count: '?x', of: FROM_TABLE, at_least: 2, that: held }, [0, 1 / 2, 1]],
    [{ count: '?x', of: FROM_TABLE, at_least: 1, that: held }, [0, 1, 1]],
    [
      {
        exists: '?t',
        of: { class: 'kitchentable' },
        that: {
          forall: '?x',
          of: { property: 'GRABBABLE', initially: { and: [{ on: ['?x', '?t'] }, { graspable: ['?x'] }] } },
          that: { not: { on: ['?x', '?t'] } },
        },
      },
      [0, 0.5, 1],
    ],
  ])('gives as the share of %j, while a mug and a plate are picked up, %j', (that, expected) => {
    expect(shares(that, 'pickup mug1, pickup plate1')).toEqual(expected);
  });

  it('weighs conjuncts', () => {
    const state = stateOf(house);
    const conjuncts = [ON_TABLE, HELD].map((that, index) => ({ weight: [3, 1][index]!, that }));
    const goal = compileGoal(conjuncts, state);
    expect(goal.judge(state, goal.begin())).toEqual({ success: false, share: 0.75 });
  });

  it.each<[string, Condition]>([
    ['the variable "?x" is unbound', held],
    ['the house has no "mug7"', { held: ['mug7'] }],
    ['the house has no "sofa"', { exists: '?x', of: { class: ['mug', 'sofa'] }, that: held }],
    ['the house has no "rug"', { exists: '?x', of: { class: 'rug' }, that: held }],
    ['"ever" has no meaning', { exists: '?x', of: { initially: { ever: held } }, that: held }],
  ])('says that %s', (message, that) => {
    expect(() => judge(that)).toThrow(GoalError);
    expect(() => judge(that)).toThrow(message);
  });

  it('gives up on a goal that grows too large', () => {
    const nested = (letters: string) =>
      [...letters].reduce<Condition>(
        (that, letter) => ({ exists: `?${letter}`, of: { initially: { not: { held: [`?${letter}`] } } }, that }),
        ON_TABLE,
      );
    const initially: Condition = { and: [nested('abcde'), { not: held }] };
    expect(truths(nested('abcde'))).toBe('1');
    for (const that of [nested('abcdef'), { exists: '?x', of: { initially }, that: ON_TABLE }]) {
      expect(() => judge(that)).toThrow('has more than 200000 conditions');
    }
  });

  const { nested } = fc.letrec<{ nested: Condition }>((tie) => {
    const [that, name, atLeast] = [tie('nested'), fc.constantFrom('?x', '?y'), fc.integer({ min: 1, max: 3 })];
    const parts = fc.array(that, { minLength: 1, maxLength: 3 });
    const of = <P>(property: P) => fc.constant({ property });
    const atom = fc.oneof(
      fc.record({ on: fc.tuple(name, name) }),
      fc.record({ inside: fc.tuple(name, name) }),
      fc.record({ held: fc.tuple(name) }),
      fc.record({ state: fc.tuple(name, fc.constantFrom('ON' as const, 'OPEN' as const)) }),
    );
    const both = [fc.record({ and: parts }), fc.record({ or: parts })];
    const one = [fc.record({ not: that }), fc.record({ ever: that })];
    const all = fc.record({ forall: name, of: of('GRABBABLE' as const), that });
    const some = fc.record({ count: name, of: of('CONTAINERS' as const), at_least: atLeast, that });
    return { nested: fc.oneof({ maxDepth: 4, withCrossShrink: true }, atom, ...both, ...one, all, some) };
  });
  const bound = nested.map((inner) => {
    const that: Condition = { exists: '?y', of: { property: 'CAN_OPEN' }, that: inner };
    return { weight: 1, that: { exists: '?x', of: { property: 'GRABBABLE' as const }, that } };
  });

  it('has share 1 if and only if it holds, for any condition after any actions', () => {
    const worlds = arbitraryHouse.chain((text) => {
      const any = readHouse(text, 'any_house.json');
      const set = arbitraryHouseTask(any).map(({ goal }) => goal);
      const deep = fc.array(bound, { minLength: 1, maxLength: 2 }).filter((goal) => canBeCompiled(goal, any));
      return fc.tuple(
        fc.constant(any),
        fc.oneof(set, arbitraryGoal(any, { past: true }), { arbitrary: deep, weight: 2 }),
      );
    });
    fc.assert(
      fc.property(worlds, choices(12), ([any, conjuncts], walk) => {
        const state = stateOf(any);
        const observer = new Observer(state.tables);
        const goal = compileGoal(conjuncts, state);
        const memory = goal.begin();
        for (const choice of [...walk, 0]) {
          const { success, share } = goal.judge(state, memory);
          expect(success).toBe(share === 1);
          expect(share).toBeGreaterThanOrEqual(0);
          const action = pickAction(observer.observe(state), any.names, choice);
          carryOut(state, action, { rules: PAPER_RULES, indexOf: any.indexOf });
        }
      }),
      { numRuns: 600 },
    );
  });
});

/** Nested quantifiers can have too many conditions. */
function canBeCompiled(goal: Goal, any: House): boolean {
  try {
    return compileGoal(goal, stateOf(any)).conjuncts.length > 0;
  } catch (error) {
    if (error instanceof GoalError) return false;
    throw error;
  }
}

function classReads(count: number): number {
  let reads = 0;
  const plate = house.nodes[house.indexOf.get('plate2') as number]!;
  const nodes = [...house.nodes, ...Array.from({ length: count }, () => plate)].map((node) => ({
    ...node,
    get className() {
      reads++;
      return node.className;
    },
  }));
  const of = { class: ['toaster', 'mug'], property: 'CAN_OPEN' as const };
  const that: Condition = { forall: '?x', of, that: { held: ['?x'] } };
  const goal = Array.from({ length: count }, () => ({ weight: 1, that }));
  expect(compileGoal(goal, stateOf({ ...house, nodes })).conjuncts).toHaveLength(count);
  return reads;
}

it('compileGoal() does work that grows as the nodes and the quantifiers', () => {
  const [one, two, four] = [1000, 2000, 4000].map(classReads) as [number, number, number];
  expect(four - two).toBe(2 * (two - one));
});
