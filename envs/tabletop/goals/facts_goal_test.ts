import { describe, expect, it } from 'vitest';
import { GoalError } from '../../goal_error.ts';
import type { Fact } from '../table/arrangement.ts';
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
    ['on A B, under B A', 2, 2],
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
    ['on D A', '(on D A) has the unknown name "D"; known: table, hand, air, A, B, C'],
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

  const ORDERS = { on: '(on BELOW ABOVE)', under: '(under ABOVE BELOW)', in: '(in hand BLOCK)' };

  it.each([
    ['on A table', 'write (on table A) for "A lies on the table"'],
    ['on air A', 'write (on A air) for "nothing lies on A"'],
    ['on hand A', 'write (on A hand) for "the hand holds A"'],
    ['in A hand', 'write (in hand A) for "the hand holds A"'],
    ['in air hand', 'write (in hand air) for "the hand is empty"'],
    ['under table A', 'write (under A table) for "A lies on the table"'],
    ['under table air', null],
    ['in A B', null],
    ['in hand table', null],
    ['on A A', null],
    ['on table hand', null],
    ['under A hand', null],
  ])('refuses %s, and says the order', (text, hint) => {
    const order = ORDERS[text.split(' ')[0] as keyof typeof ORDERS];
    const message = `(${text}) can never hold: it is written ${order}${hint === null ? '' : `; ${hint}`}`;
    expect(() => factsGoal(read(text), NAMES)).toThrow(new GoalError(message));
  });
});
