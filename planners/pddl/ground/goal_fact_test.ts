import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { withGoalFact } from './goal_fact.ts';
import type { LiteralEffects, LiteralOperator } from './ground_operators.ts';

type Changes = LiteralEffects extends ReadonlyMap<number, infer Value> ? Value : never;

function goalOf(condition: number[], effects: LiteralEffects, goals: number[][]): unknown {
  const operator: LiteralOperator = { action: 0, objects: [], cost: 1, condition, effects };
  const [changed] = withGoalFact([operator], goals, 9, new Budget(GROUNDING_BOUNDS));
  return changed?.effects.get(9)?.adds ?? null;
}

const add: Changes = { adds: [[]], deletes: [] };
const remove: Changes = { adds: [], deletes: [[]] };

describe('withGoalFact()', () => {
  it('adds the goal where an operator completes an alternative', () => {
    expect(goalOf([], new Map<number, Changes>([[0, add]]), [[0], [2, 4]])).toEqual([[]]);
    expect(
      goalOf([], new Map<number, Changes>([[0, add]]), [
        [0, 6],
        [2, 4],
      ]),
    ).toEqual([[6]]);
    expect(
      goalOf([6], new Map<number, Changes>([[0, add]]), [
        [0, 6],
        [2, 4],
      ]),
    ).toEqual([[]]);
    expect(
      goalOf([], new Map<number, Changes>([[0, remove]]), [
        [1, 6],
        [2, 4],
      ]),
    ).toEqual([[6]]);
    expect(
      goalOf([], new Map<number, Changes>([[0, { adds: [[8]], deletes: [] }]]), [
        [0, 6],
        [2, 4],
      ]),
    ).toEqual([
      [6, 8],
      [0, 6],
    ]);
  });

  it('leaves alone what completes nothing', () => {
    expect(goalOf([], new Map<number, Changes>([[0, add]]), [[1], [2]])).toBeNull();
    expect(
      goalOf([7], new Map<number, Changes>([[0, add]]), [
        [0, 6],
        [2, 4],
      ]),
    ).toBeNull();
    expect(
      goalOf(
        [],
        new Map<number, Changes>([
          [0, add],
          [3, remove],
        ]),
        [
          [0, 6],
          [2, 4],
        ],
      ),
    ).toBeNull();
  });

  it('minds conditional deletes', () => {
    const effects = new Map<number, Changes>([
      [0, add],
      [3, { adds: [], deletes: [[8]] }],
    ]);
    expect(
      goalOf([], effects, [
        [0, 6],
        [2, 4],
      ]),
    ).toEqual([[6, 9]]);
  });
});
