import { describe, expect, it } from 'vitest';
import { GoalError } from '../../goal_error.ts';
import { arrangementOf } from '../testing/arrangement_of.ts';
import { SpellingGoal } from './spelling_goal.ts';

const NAMES = ['S_1', 'K_1', 'I_1', 'L_1', 'L_2', 'X_1'];
const goal = new SpellingGoal('skill', NAMES);

describe('SpellingGoal', () => {
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
    expect(() => new SpellingGoal('KISSX', NAMES)).toThrow(
      new GoalError('"KISSX" needs 2 blocks of the letter S, and there is 1'),
    );
  });

  it('takes only blocks of a single letter', () => {
    expect(() => new SpellingGoal('A', ['apple_1', 'a_1'])).not.toThrow();
    expect(() => new SpellingGoal('A', ['apple_1'])).toThrow('letter A, and there are 0');
  });
});
