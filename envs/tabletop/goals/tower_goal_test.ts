import { describe, expect, it } from 'vitest';
import { GoalError } from '../../goal_error.ts';
import { arrangementOf } from '../testing/arrangement_of.ts';
import { TowerGoal } from './tower_goal.ts';

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
