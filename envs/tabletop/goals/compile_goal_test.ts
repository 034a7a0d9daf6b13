import { describe, expect, it } from 'vitest';
import { GoalError } from '../../goal_error.ts';
import { arrangementOf } from '../testing/arrangement_of.ts';
import { kindsOf, OrganizeGoal, TowerGoal } from './compile_goal.ts';

const NAMES = ['A_1', 'A_2', 'B_1', 'B_2', 'B_3'];
const goal = new OrganizeGoal(NAMES);

describe('OrganizeGoal', () => {
  it.each([
    ['two piles, in any order', ['A_2 A_1', 'B_3 B_1 B_2'], undefined, 5],
    ['single blocks, one of each letter', ['A_1', 'A_2', 'B_1', 'B_2', 'B_3'], undefined, 2],
    ['not the one in the hand', ['A_2 A_1', 'B_3 B_1'], 'B_2', 4],
    ['not one on another letter', ['A_2 A_1 B_2', 'B_3 B_1'], undefined, 4],
    ['not one with another letter below', ['A_2 B_2 A_1', 'B_3 B_1'], undefined, 3],
    ['one pile of two, where there are two', ['A_1 A_2', 'B_1 B_2', 'B_3'], undefined, 4],
  ])('counts %s: %o, %s', (_, stacks, held, met) => {
    expect(goal.met(arrangementOf(NAMES, stacks, held))).toEqual({ met, of: 5 });
  });

  it.each([
    ['each block that is not at home', ['A_1', 'A_2', 'B_1', 'B_2', 'B_3'], undefined, 6],
    ['half for the one in the hand', ['A_1', 'B_1', 'B_2', 'B_3'], 'A_2', 5],
    ['twice for what is in its own way', ['A_2 B_2 A_1', 'B_3 B_1'], undefined, 6],
  ])('asks for %s: %o, %s', (_, stacks, held, left) => {
    expect(goal.lowerBound(arrangementOf(NAMES, stacks, held))).toBe(left);
  });
});

it('kindsOf() numbers words as they appear', () => {
  expect(kindsOf(['b', 'a', 'b', '__proto__', 'a'])).toEqual([0, 1, 0, 2, 1]);
});

describe('tower goal', () => {
  const NAMES = ['A', 'B', 'C', 'D'];
  const goal = new TowerGoal(3, NAMES);

  describe('TowerGoal', () => {
    it.each([
      [['A', 'B', 'C', 'D'], undefined, 1, 4],
      [['A B', 'C', 'D'], undefined, 2, 2],
      [['A B', 'C D'], undefined, 2, 2],
      [['A B', 'C'], 'D', 2, 1],
      [['A B C', 'D'], undefined, 3, null],
      [['A B C'], 'D', 3, null],
      [['A B C D'], undefined, 2, 1],
    ])('judges %o with %s in the hand', (stacks, held, met, left) => {
      const arrangement = arrangementOf(NAMES, stacks, held);
      expect(goal.met(arrangement)).toEqual({ met, of: 3 });
      if (left !== null) expect(goal.lowerBound(arrangement)).toBe(left);
    });

    it('cannot be met with too few blocks', () => {
      expect(() => new TowerGoal(6, NAMES)).toThrow(
        new GoalError('a tower of 6 needs 2 more blocks than the 4 there are'),
      );
    });
  });
});
