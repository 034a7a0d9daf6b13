import { describe, expect, it } from 'vitest';
import { movesNeeded } from './lower_bound.ts';
import type { ObjectLandmarks } from './object_landmarks.ts';
import type { PoseSets } from './pose_sets.ts';

/** Positions of a room that has been entered, and of one that has not, which one enters at D. */
const [A, B, C, D, E] = [1n, 2n, 4n, 8n, 16n] as const;

const sets = {
  attainable: () => A | B | C | D | E,
  entriesFor: (set: bigint) => ((set & (A | B | C)) === 0n ? D : null),
} as unknown as PoseSets;

function moves(objects: readonly Partial<ObjectLandmarks>[], { here = A as bigint | null, hands = 2 } = {}): number {
  const whole = objects.map(
    (object): ObjectLandmarks => ({ picksAndPlaces: 0, actions: [], turn: null, visits: [], legs: [], ...object }),
  );
  return movesNeeded(whole, sets, { here, hands, isEntered: (room) => room === 0 });
}

function carry(from: bigint | null, to: bigint): Partial<ObjectLandmarks> {
  return { legs: [[from, to]], visits: from === null ? [to] : [from, to] };
}

describe('movesNeeded()', () => {
  it('asks for no move where all is at hand', () => {
    expect(moves([])).toBe(0);
    expect(moves([{ visits: [A] }, { visits: [A | B] }, carry(A, A | C)])).toBe(0);
  });

  it('asks for a move to each of some sets that do not meet', () => {
    expect(moves([{ visits: [B, C] }])).toBe(2);
    expect(moves([{ visits: [B | C, C] }])).toBe(1);
  });

  it('asks for a move into a room, and one more unless what is needed there is at hand on entering', () => {
    expect(moves([{ visits: [D | E] }])).toBe(1);
    expect(moves([{ visits: [E] }])).toBe(2);
  });

  it('asks for as many trips as hands are filled', () => {
    const trips = (count: number, hands: number) => moves(Array(count).fill(carry(A, B)), { hands });
    expect([1, 2, 3, 4, 5].map((count) => trips(count, 2))).toEqual([1, 1, 3, 3, 5]);
    expect([1, 2, 3].map((count) => trips(count, 1))).toEqual([1, 3, 5]);
  });

  it('counts what is in a hand already', () => {
    expect(moves([carry(null, B), carry(A, B)])).toBe(1);
    expect(moves([carry(null, B), carry(A, B), carry(A, B)])).toBe(3);
    expect(moves([carry(null, A)])).toBe(0);
  });

  it('counts trips from several places as one, where they meet', () => {
    expect(moves([carry(A, B), carry(A | C, B), carry(A, B)])).toBe(3);
    expect(moves([carry(A, B), carry(C, B)])).toBe(2);
  });

  it('asks for less where it does not know where the robot stands', () => {
    expect(moves([{ visits: [B] }], { here: null })).toBe(0);
    expect(moves(Array(3).fill(carry(A, B)), { here: null })).toBe(3);
  });
});
