import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_SPOTS, onSpot, onTopOf, overlap, spotsTaken } from './boxes.ts';
import { SPOTS } from './table.ts';

const off = fc.integer({ min: -26, max: 26 }).map((mm) => mm / 1000);

describe('overlap()', () => {
  it('tells blocks that share room from those that touch', () => {
    expect(overlap([0.4, 0, 0.0275], [0.455, 0, 0.0275])).toBe(false);
    expect(overlap([0.4, 0, 0.0275], [0.454, 0, 0.0275])).toBe(true);
    expect(overlap([0.4, 0, 0.0275], [0.4, 0, 0.0825])).toBe(false);
    expect(overlap([0.4, 0, 0.0275], [0.41, 0.02, 0.08])).toBe(true);
  });
});

describe('spotsTaken()', () => {
  it('takes exactly the spot on which a block stands, even where it stands badly', () => {
    fc.assert(
      fc.property(fc.nat({ max: SPOTS.length - 1 }), off, off, (spot, dx, dy) => {
        const [x, y, z] = onSpot(SPOTS[spot]!);
        expect(spotsTaken([x + dx, y + dy, z])).toBe(1 << spot);
      }),
    );
  });

  it('takes no spot for a block upon another, or on the floor', () => {
    const [x, y, z] = onSpot(SPOTS[0]!);
    expect(spotsTaken(onTopOf([x, y, z]))).toBe(0);
    expect(spotsTaken([x, y, z - 0.4])).toBe(0);
  });

  it('has a bit for every spot', () => {
    expect(SPOTS.reduce((bits, spot) => bits | spotsTaken(onSpot(spot)), 0)).toBe(ALL_SPOTS);
  });
});

describe('onTopOf()', () => {
  it('has no rounding errors, as high as one stacks', () => {
    let centre = onSpot([0.39, 0.11]);
    for (const z of [0.0825, 0.1375, 0.1925, 0.2475, 0.3025, 0.3575, 0.4125]) {
      centre = onTopOf(centre);
      expect(centre).toEqual([0.39, 0.11, z]);
    }
  });
});
