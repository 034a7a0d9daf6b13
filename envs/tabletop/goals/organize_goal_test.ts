import { describe, expect, it } from 'vitest';
import { arrangementOf } from '../testing/arrangement_of.ts';
import { OrganizeGoal } from './organize_goal.ts';

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
