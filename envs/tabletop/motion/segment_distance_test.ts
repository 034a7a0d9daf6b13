import * as fc from 'fast-check';
import { expect, it } from 'vitest';
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

it('segmentBoxSquared() agrees with a search by thirds, wherever segment and box stand', () => {
  fc.assert(
    fc.property(segments, boxes, (segment, box) => {
      const slow = least((share) => pointBoxSquared(...pointOf(segment, share), box, 0));
      const [s, b] = [Float64Array.of(7, 7, ...segment), Float64Array.of(7, ...box, 7)];
      expect(segmentBoxSquared(s, 2, b, 1)).toBeCloseTo(slow, 9);
    }),
    { numRuns: 2000 },
  );
});

it('segmentsSquared() agrees with a search by thirds within a search by thirds', () => {
  fc.assert(
    fc.property(segments, segments, (one, other) => {
      const slow = least((share) => {
        const point = pointOf(one, share);
        return least((otherShare) => pointsSquared(point, pointOf(other, otherShare)));
      });
      const all = Float64Array.of(7, ...one, ...other);
      expect(segmentsSquared(all, 1, all, 7)).toBeCloseTo(slow, 8);
      expect(segmentsSquared(all, 7, all, 1)).toBeCloseTo(slow, 8);
    }),
    { numRuns: 200 },
  );
});

it('boundsGap() and boundsMeet() never promise more room than there is', () => {
  fc.assert(
    fc.property(segments, boxes, fc.double({ min: 0, max: 2, noNaN: true }), (segment, box, radius) => {
      const squared = segmentBoxSquared(segment, 0, box, 0);
      expect(boundsGap(segment, 0, box, 0) ** 2).toBeLessThanOrEqual(squared + 1e-9);
      if (!boundsMeet(segment, 0, radius, box, 0)) expect(squared).toBeGreaterThan(radius * radius - 1e-9);
    }),
    { numRuns: 1000 },
  );
});
