import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_SIZE, dot, overlap, type Vector } from '../table/table.ts';
import { type Camera, hides, onPaper, type Part, paintOrder, SLANTED } from './paint_order.ts';
import { FROM_ABOVE } from './testing/from_above.ts';

const HALF = BLOCK_SIZE / 2;

function box([x, y, z]: Vector): Part {
  return { centre: [x, y, z], half: [HALF, HALF, HALF] };
}

function order(centres: readonly Vector[], camera: Camera = SLANTED): number[] {
  return paintOrder([...centres.keys()], camera, (index) => [box(centres[index]!)]);
}

describe('paintOrder() paints later', () => {
  it.each([
    ['the upper block', [0.5, 0, HALF], [0.5, 0, 3 * HALF]],
    ['the block that is nearer to the eye', [0.5, 0, HALF], [0.61, 0, HALF]],
    ['the block on the side that is seen', [0.5, 0, HALF], [0.5, 0.06, HALF]],
  ] as const)('%s', (_, far, near) => {
    expect(order([near, far])).toEqual([1, 0]);
    expect(order([far, near])).toEqual([0, 1]);
  });

  it('the upper block, from above', () => {
    const tower = [3, 1, 2, 0].map((level): Vector => [0.5, 0, HALF + BLOCK_SIZE * level]);
    expect(order(tower, FROM_ABOVE)).toEqual([3, 1, 2, 0]);
  });
});

/** Whether `near` hides a piece of `far`: walks from points of `far` towards the eye. */
function slowlyHides(near: Vector, far: Vector, { towards }: Camera): boolean {
  const within = [-0.9, -0.3, 0.3, 0.9].map((share) => share * HALF);
  const starts = within.flatMap((x) => within.flatMap((y) => within.map((z) => [far[0] + x, far[1] + y, far[2] + z])));
  return starts.some((start) => {
    for (let way = 0; way < 1; way += 0.004) {
      const inside = start.every((from, axis) => Math.abs(from + way * towards[axis]! - near[axis]!) < HALF);
      if (inside) return true;
    }
    return false;
  });
}

const shift = fc.integer({ min: -2, max: 2 });
const shifts = fc.array(fc.tuple(shift, shift), { maxLength: 3 });
const foot = fc.tuple(fc.integer({ min: 30, max: 65 }), fc.integer({ min: -20, max: 20 }));
const pile = fc.tuple(foot, shifts).map(([[x, y], above]) => {
  const levels = [[0, 0] as const, ...above].entries();
  return Array.from(levels, ([level, [dx, dy]]): Vector => [(x + dx) / 100, (y + dy) / 100, HALF + BLOCK_SIZE * level]);
});
const scenes = fc.array(pile, { minLength: 1, maxLength: 5 }).map((piles) => {
  const blocks: Vector[] = [];
  for (const next of piles) if (!next.some((a) => blocks.some((b) => overlap(a, b)))) blocks.push(...next);
  return blocks;
});

describe('paintOrder()', () => {
  it.each([
    ['slanted', SLANTED],
    ['from above', FROM_ABOVE],
  ] as const)('never lets a hidden block be painted after the one that hides it, %s', (_, camera) => {
    fc.assert(
      fc.property(scenes, (blocks) => {
        const painted = order(blocks, camera);
        expect([...painted].sort((a, b) => a - b)).toEqual([...blocks.keys()]);
        for (const [place, index] of painted.entries()) {
          for (const later of painted.slice(place + 1)) {
            expect(slowlyHides(blocks[index]!, blocks[later]!, camera)).toBe(false);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('does not depend on the order in which blocks are told, where they hide each other', () => {
    fc.assert(
      fc.property(scenes, (blocks) => {
        const backwards = [...blocks].reverse();
        const [forth, back] = [order(blocks), order(backwards).map((index) => blocks.length - 1 - index)];
        for (const a of blocks.keys()) {
          for (const b of blocks.keys()) {
            if (!hides([box(blocks[a]!)], [box(blocks[b]!)], SLANTED)) continue;
            expect(forth.indexOf(a)).toBeGreaterThan(forth.indexOf(b));
            expect(back.indexOf(a)).toBeGreaterThan(back.indexOf(b));
          }
        }
      }),
    );
  });

  it('ends where things hide each other in a ring', () => {
    const ring = [[0, 0, 0] as const, [0.056, -0.028, -0.028] as const, [0.028, 0.028, -0.056] as const];
    expect(order(ring).sort()).toEqual([0, 1, 2]);
    expect(order([])).toEqual([]);
  });
});

it.each([
  ['SLANTED', SLANTED],
  ['FROM_ABOVE', FROM_ABOVE],
])('%s has three unit vectors at right angles', (_, { right, up, towards }) => {
  for (const vector of [right, up, towards]) expect(dot(vector, vector)).toBeCloseTo(1, 12);
  expect(Math.max(...[dot(right, up), dot(up, towards), dot(towards, right)].map(Math.abs))).toBeCloseTo(0, 12);
});

it('onPaper() places what is higher further up, and the robot’s left to the right', () => {
  const [x, y] = onPaper(SLANTED, [0.5, 0, 0]);
  expect(onPaper(SLANTED, [0.5, 0, 0.1])).toEqual([x, expect.closeTo(y - 0.08, 12)]);
  expect(onPaper(SLANTED, [0.5, 0.1, 0])[0]).toBeGreaterThan(x);
  // From above, the robot is at the upper edge.
  expect(onPaper(FROM_ABOVE, [0.5, 0.2, 0.3])).toEqual([0.2, 0.5]);
});
