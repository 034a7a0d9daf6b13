import { expect, it } from 'vitest';
import { GoalError } from '../../goal_error.ts';
import { arrangementOf } from '../testing/arrangement_of.ts';
import { organizeGoal, spellingGoal, towerGoal } from './compile_goal.ts';

type Case = [what: string, stacks: string[], held: string | undefined, met: number, left: number | null];

function judges(title: string, goal: ReturnType<typeof towerGoal>, names: string[], of: number, cases: Case[]): void {
  it.each(cases)(`${title} judges %s: %o, %s`, (_, stacks, held, met, left) => {
    const arrangement = arrangementOf(names, stacks, held);
    expect(goal.met(arrangement)).toEqual({ met, of });
    if (left !== null) expect(goal.lowerBound(arrangement)).toBe(left);
  });
}

const PILES = ['A_1', 'A_2', 'B_1', 'B_2', 'B_3'];
judges('organizeGoal()', organizeGoal(PILES), PILES, 5, [
  ['two piles, in any order', ['A_2 A_1', 'B_3 B_1 B_2'], undefined, 5, null],
  ['single blocks', ['A_1', 'A_2', 'B_1', 'B_2', 'B_3'], undefined, 2, 6],
  ['one in the hand', ['A_2 A_1', 'B_3 B_1'], 'B_2', 4, null],
  ['half for the one in the hand', ['A_1', 'B_1', 'B_2', 'B_3'], 'A_2', 2, 5],
  ['one on another letter', ['A_2 A_1 B_2', 'B_3 B_1'], undefined, 4, null],
  ['one with another letter below, which is in its own way', ['A_2 B_2 A_1', 'B_3 B_1'], undefined, 3, 6],
  ['one pile of two, where there are two', ['A_1 A_2', 'B_1 B_2', 'B_3'], undefined, 4, null],
]);

const FOUR = ['A', 'B', 'C', 'D'];
judges('towerGoal()', towerGoal(3, FOUR), FOUR, 3, [
  ['single blocks', ['A', 'B', 'C', 'D'], undefined, 1, 4],
  ['a pair', ['A B', 'C', 'D'], undefined, 2, 2],
  ['two pairs', ['A B', 'C D'], undefined, 2, 2],
  ['one in the hand', ['A B', 'C'], 'D', 2, 1],
  ['a tower', ['A B C', 'D'], undefined, 3, null],
  ['a tower, and one in the hand', ['A B C'], 'D', 3, null],
  ['one too many', ['A B C D'], undefined, 2, 1],
]);

const LETTERS = ['S_1', 'K_1', 'I_1', 'L_1', 'L_2', 'X_1'];
judges('spellingGoal()', spellingGoal('skill', LETTERS), LETTERS, 5, [
  ['from the table up', ['L_1 L_2 I_1 K_1 S_1', 'X_1'], undefined, 5, null],
  ['whichever L is first', ['L_2 L_1 I_1 K_1 S_1', 'X_1'], undefined, 5, null],
  ['the last block in the hand', ['L_2 L_1 I_1 K_1', 'X_1'], 'S_1', 4, null],
  ['from bottom to top, which is wrong', ['S_1 K_1 I_1 L_1 L_2', 'X_1'], undefined, 0, null],
  ['no block that something wrong is below', ['X_1 L_1 L_2 I_1 K_1 S_1'], undefined, 0, null],
  ['what is right below something wrong', ['L_1 L_2 X_1 I_1 K_1 S_1'], undefined, 1, null],
  ['a block too many, which has only to be taken off', ['L_1 L_2 I_1 K_1 S_1 X_1'], undefined, 4, 1],
  ['the best of several stacks', ['L_1', 'L_2 I_1', 'X_1 S_1 K_1'], undefined, 1, null],
  ['each block once', ['L_1', 'L_2', 'I_1', 'K_1', 'S_1', 'X_1'], undefined, 1, 8],
  ['the one in the hand for half', ['L_1', 'L_2', 'I_1', 'K_1', 'X_1'], 'S_1', 1, 7],
  ['twice what is in the way of itself', ['L_1 K_1 I_1', 'L_2', 'S_1', 'X_1'], undefined, 1, 12],
  ['twice what is above a block that comes below it', ['X_1 I_1 K_1', 'L_1 L_2', 'S_1'], undefined, 2, 8],
]);

it('organizeGoal() numbers letters as they appear', () => {
  expect(organizeGoal(['b_1', 'a_1', 'b_2', 'constructor_1', 'a_2']).kinds).toEqual([0, 1, 0, 2, 1]);
});

it.each([
  ['a tower of 6 needs 6 blocks; the scene has 4', () => towerGoal(6, FOUR)],
  ['"KISSX" needs 2 blocks with the letter S; the scene has 1', () => spellingGoal('KISSX', LETTERS)],
  ['"A" needs 1 block with the letter A; the scene has 0', () => spellingGoal('A', ['apple_1'])],
])('a goal cannot be met: %s', (message, compile) => expect(compile).toThrow(new GoalError(message)));
