import { describe, expect, it } from 'vitest';
import { GoalError } from '../../goal_error.ts';
import { arrangementOf } from '../testing/arrangement_of.ts';
import { organizeGoal, spellingGoal, towerGoal } from './compile_goal.ts';

const NAMES = ['A_1', 'A_2', 'B_1', 'B_2', 'B_3'];
const goal = organizeGoal(NAMES);

describe('organizeGoal', () => {
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

it('organizeGoal() numbers letters as they appear', () => {
  expect(organizeGoal(['b_1', 'a_1', 'b_2', 'constructor_1', 'a_2']).kinds).toEqual([0, 1, 0, 2, 1]);
});

describe('tower goal', () => {
  const NAMES = ['A', 'B', 'C', 'D'];
  const goal = towerGoal(3, NAMES);

  describe('towerGoal', () => {
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
      expect(() => towerGoal(6, NAMES)).toThrow(new GoalError('a tower of 6 needs 2 more blocks than the 4 there are'));
    });
  });
});

describe('spelling goal', () => {
  const NAMES = ['S_1', 'K_1', 'I_1', 'L_1', 'L_2', 'X_1'];
  const goal = spellingGoal('skill', NAMES);

  describe('spellingGoal', () => {
    it.each([
      ['from the table up, whichever L is first', ['L_1 L_2 I_1 K_1 S_1', 'X_1'], undefined, 5],
      ['', ['L_2 L_1 I_1 K_1 S_1', 'X_1'], undefined, 5],
      ['with the last block in the hand', ['L_2 L_1 I_1 K_1', 'X_1'], 'S_1', 4],
      ['from top to bottom, not from bottom to top', ['S_1 K_1 I_1 L_1 L_2', 'X_1'], undefined, 0],
      ['no block that something wrong is below', ['X_1 L_1 L_2 I_1 K_1 S_1'], undefined, 0],
      ['what is right below something wrong', ['L_1 L_2 X_1 I_1 K_1 S_1'], undefined, 1],
      ['less, with a block too many', ['L_1 L_2 I_1 K_1 S_1 X_1'], undefined, 4],
      ['the best of several stacks', ['L_1', 'L_2 I_1', 'X_1 S_1 K_1'], undefined, 1],
    ])('counts %s: %o, %s', (_, stacks, held, met) => {
      expect(goal.met(arrangementOf(NAMES, stacks, held))).toEqual({ met, of: 5 });
    });

    it.each([
      ['each block once', ['L_1', 'L_2', 'I_1', 'K_1', 'S_1', 'X_1'], undefined, 8],
      ['the one in the hand for half', ['L_1', 'L_2', 'I_1', 'K_1', 'X_1'], 'S_1', 7],
      ['twice what is in the way of itself', ['L_1 K_1 I_1', 'L_2', 'S_1', 'X_1'], undefined, 12],
      ['twice what is above a block that comes below it', ['X_1 I_1 K_1', 'L_1 L_2', 'S_1'], undefined, 8],
      ['what has only to be taken off', ['L_1 L_2 I_1 K_1 S_1 X_1'], undefined, 1],
    ])('asks for %s: %o, %s', (_, stacks, held, left) => {
      expect(goal.lowerBound(arrangementOf(NAMES, stacks, held))).toBe(left);
    });

    it('cannot be met where a letter is missing', () => {
      expect(() => spellingGoal('KISSX', NAMES)).toThrow(
        new GoalError('"KISSX" needs 2 blocks of the letter S, and there is 1'),
      );
    });

    it('takes only blocks of a single letter', () => {
      expect(() => spellingGoal('A', ['apple_1', 'a_1'])).not.toThrow();
      expect(() => spellingGoal('A', ['apple_1'])).toThrow('letter A, and there are 0');
    });
  });
});
