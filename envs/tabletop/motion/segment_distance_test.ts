import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsGap, boundsMeet, pointBoxSquared, segmentBoxSquared, segmentsSquared } from './segment_distance.ts';

// On a grid, so that parallel, touching and vanishing segments turn up; and off it.
const coordinate = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.double({ min: -2, max: 3, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6),
);
const segments = fc.array(coordinate, { minLength: 6, maxLength: 6 }).map((ends) => Float64Array.from(ends));
const boxes = segments.map((ends) =>
  Float64Array.from(
    [Math.min, Math.max].flatMap((side) => [0, 1, 2].map((axis) => side(ends[axis]!, ends[axis + 3]!))),
  ),
);

function pointOf(segment: Float64Array, share: number): [number, number, number] {
  const along = (axis: number) => segment[axis]! + share * (segment[axis + 3]! - segment[axis]!);
  return [along(0), along(1), along(2)];
}

/** The least value of a convex function on [0, 1], by thirds. */
function least(of: (share: number) => number): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 100; round++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (of(left) <= of(right)) high = right;
    else low = left;
  }
  return of((low + high) / 2);
}

function pointsSquared(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, axis) => sum + (value - other[axis]!) ** 2, 0);
}

describe('segmentBoxSquared()', () => {
  it.each([
    ['an end', [2, 0.5, 0.5, 5, 0.5, 0.5], 1],
    ['the other end', [5, 0.5, 0.5, 2, 0.5, 0.5], 1],
    ['a point between', [-1, 0.5, 2, 2, 0.5, 2], 1],
    ['a point between, beyond an edge', [0, 2, 2, 2, 0, 2], 1],
    ['a point between, askew', [1, 3, 0.5, 3, 1, 0.5], expect.closeTo(2, 12)],
    ['the inside', [-1, 0.5, 0.5, 2, 0.5, 0.5], 0],
    ['a point without length', [3, 0.5, 0.5, 3, 0.5, 0.5], 4],
  ])('finds how near %s of a segment is', (_, ends, squared) => {
    // The unit box between two numbers that are not read.
    const boxes = Float64Array.of(7, 0, 0, 0, 1, 1, 1, 7);
    expect(segmentBoxSquared(Float64Array.from(ends), 0, boxes, 1)).toEqual(squared);
  });

  it('agrees with a search by thirds', () => {
    fc.assert(
      fc.property(segments, boxes, (segment, box) => {
        const slow = least((share) => pointBoxSquared(...pointOf(segment, share), box, 0));
        expect(segmentBoxSquared(segment, 0, box, 0)).toBeCloseTo(slow, 9);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('segmentsSquared()', () => {
  it.each([
    ['crossing', [-1, 0, 0, 1, 0, 0], [0, -1, 2, 0, 1, 2], 4],
    ['parallel', [0, 0, 0, 1, 0, 0], [0.5, 3, 0, 4, 3, 0], 9],
    ['collinear', [0, 0, 0, 1, 0, 0], [3, 0, 0, 4, 0, 0], 4],
    ['vanishing', [0, 0, 0, 0, 0, 0], [1, -1, 0, 1, 1, 0], 1],
    ['twice vanishing', [1, 2, 3, 1, 2, 3], [1, 2, 5, 1, 2, 5], 4],
  ])('knows %s segments', (_, one, other, squared) => {
    const [s, t] = [Float64Array.from(one), Float64Array.from(other)];
    expect([segmentsSquared(s, 0, t, 0), segmentsSquared(t, 0, s, 0)]).toEqual([squared, squared]);
  });

  it('agrees with a search by thirds within a search by thirds', () => {
    fc.assert(
      fc.property(segments, segments, (one, other) => {
        const slow = least((share) => {
          const point = pointOf(one, share);
          return least((otherShare) => pointsSquared(point, pointOf(other, otherShare)));
        });
        expect(segmentsSquared(one, 0, other, 0)).toBeCloseTo(slow, 8);
        expect(segmentsSquared(other, 0, one, 0)).toBeCloseTo(slow, 8);
      }),
      { numRuns: 200 },
    );
  });
});

describe('boundsGap() and boundsMeet()', () => {
  it('never promise more room than there is', () => {
    fc.assert(
      fc.property(segments, boxes, fc.double({ min: 0, max: 2, noNaN: true }), (segment, box, radius) => {
        const squared = segmentBoxSquared(segment, 0, box, 0);
        expect(boundsGap(segment, 0, box, 0) ** 2).toBeLessThanOrEqual(squared + 1e-9);
        if (!boundsMeet(segment, 0, radius, box, 0)) expect(squared).toBeGreaterThan(radius * radius - 1e-9);
      }),
      { numRuns: 1000 },
    );
  });
});
