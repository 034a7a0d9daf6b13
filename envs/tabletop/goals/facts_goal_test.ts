import { describe, expect, it } from 'vitest';
import { GoalError } from '../../goal_error.ts';
import type { Fact } from '../table/fact.ts';
import { arrangementOf } from '../testing/arrangement_of.ts';
import { factsGoal } from './facts_goal.ts';

const NAMES = ['A', 'B', 'C'];
const start = arrangementOf(NAMES, ['A B', 'C']);
const read = (text: string) => text.split(', ').map((fact) => fact.split(' ') as unknown as Fact);

describe('factsGoal', () => {
  it.each([
    ['on table A, under C table, in hand air, on table air, on B air', 5, 5],
    ['on a air, in hand air', 1, 2],
    ['on B hand, under B air, in hand B', 0, 3],
  ])('judges %s', (text, met, of) => {
    expect(factsGoal(read(text), NAMES).met(start)).toEqual({ met, of });
  });

  it.each([
    ['on C B', 2],
    ['on C A', 4],
    ['on A air', 1],
    ['on A air, in hand air', 2],
    ['on C air, in hand B', 1],
    ['in hand A', 3],
    ['on C A, on A B', 6],
  ])('asks for what %s needs', (text, left) => {
    expect(factsGoal(read(text), NAMES).lowerBound(start)).toBe(left);
  });

  it.each([
    ['on D A', '(on D A) names "D"; known: table, hand, air, A, B, C'],
    [
      'on A table',
      '(on A table) can never hold: the order is (on BELOW ABOVE); write (on table A) for "A lies on the table"',
    ],
    ['on air A', '(on air A) can never hold: the order is (on BELOW ABOVE); write (on A air) for "nothing lies on A"'],
    [
      'on hand A',
      '(on hand A) can never hold: the order is (on BELOW ABOVE); write (on A hand) for "the hand holds A"',
    ],
    ['in A hand', '(in A hand) can never hold: the order is (in hand BLOCK); write (in hand A) for "the hand holds A"'],
    [
      'in air hand',
      '(in air hand) can never hold: the order is (in hand BLOCK); write (in hand air) for "the hand is empty"',
    ],
    [
      'under table A',
      '(under table A) can never hold: the order is (under ABOVE BELOW); write (under A table) for "A lies on the table"',
    ],
    ['under table air', '(under table air) can never hold: the order is (under ABOVE BELOW)'],
    ['in A B', '(in A B) can never hold: the order is (in hand BLOCK)'],
    ['in hand table', '(in hand table) can never hold: the order is (in hand BLOCK)'],
    ['on A A', '(on A A) can never hold: the order is (on BELOW ABOVE)'],
    ['on table hand', '(on table hand) can never hold: the order is (on BELOW ABOVE)'],
    ['under A hand', '(under A hand) can never hold: the order is (under ABOVE BELOW)'],
    ['on A B, on table B', '(on table B) contradicts (on A B)'],
    ['on A B, on A C', '(on A C) contradicts (on A B)'],
    ['on A B, on B A', '(on A B) contradicts the other facts'],
    ['on A B, on B C, on C A', '(on A B) contradicts the other facts'],
    ['in hand A, in hand air', '(in hand air) contradicts (in hand A)'],
    ['in hand A, in hand B', '(in hand B) contradicts (in hand A)'],
    ['on A B, on A air', '(on A air) contradicts (on A B)'],
    ['in hand A, on A air', '(on A air) contradicts (in hand A)'],
    ['in hand A, on A B', '(on A B) contradicts the other facts'],
  ])('refuses %s', (text, message) => {
    expect(() => factsGoal(read(text), NAMES)).toThrow(new GoalError(message));
  });

  it('takes the same said twice', () => {
    const goal = factsGoal(read('on A B, under B A'), NAMES);
    expect(goal.met(start)).toEqual({ met: 2, of: 2 });
  });
});
