import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_SIZE, blockBox, type Vector } from '../table/table.ts';
import { inTheWayOfBlock } from './lift_block.ts';

const blockAt = (x: number, y: number, level = 0) => blockBox([x, y, (level + 0.5) * BLOCK_SIZE]);
const centreAt = (x: number, y: number, level = 0): Vector => [x, y, (level + 0.5) * BLOCK_SIZE];

describe('inTheWayOfBlock()', () => {
  it('lets a block leave the table and the block beneath', () => {
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [blockAt(0.5, 0.11)] })).toBeNull();
    expect(
      inTheWayOfBlock(centreAt(0.5, 0, 1), { height: 0.03, blocks: [blockAt(0.5, 0.02), blockAt(0.5, 0.11, 1)] }),
    ).toBeNull();
  });

  it('finds what lies on it, or in its place, or hangs over it', () => {
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [blockAt(0.4, 0), blockAt(0.5, 0, 1)] })).toEqual({
      kind: 'block',
      index: 1,
    });
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [blockAt(0.52, 0.02)] })).toEqual({
      kind: 'block',
      index: 0,
    });
    const over = blockBox([0.5, 0.05, 0.0275 + 0.08]);
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [over] })).toEqual({ kind: 'block', index: 0 });
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.02, blocks: [over] })).toBeNull();
  });

  it('takes a neighbour that touches for in the way', () => {
    const neighbour = { min: [0.5275, -0.0275, 0], max: [0.6, 0.0275, 0.055] } as const;
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [neighbour] })).toEqual({
      kind: 'block',
      index: 0,
    });
  });

  it('does not let a block into the table', () => {
    expect(inTheWayOfBlock([0.5, 0, 0.02], { height: 0.03, blocks: [] })).toEqual({ kind: 'table' });
  });

  it('agrees with many positions on the way', () => {
    const shifts = fc.double({ min: -0.1, max: 0.1, noNaN: true });
    fc.assert(
      fc.property(shifts, shifts, shifts, (x, y, z) => {
        const place: Vector = [0.5, 0, 0.3];
        const other: Vector = [0.5 + x, y, 0.3 + z];
        const isBeneath = z <= -BLOCK_SIZE + 1e-6;
        let overlaps = false;
        for (let step = 0; step <= 300; step++) {
          const height = z - (0.03 * step) / 300;
          if ([x, y, height].every((shift) => Math.abs(shift) < BLOCK_SIZE)) overlaps = true;
        }
        expect(inTheWayOfBlock(place, { height: 0.03, blocks: [blockBox(other)] }) !== null).toBe(
          overlaps && !isBeneath,
        );
      }),
    );
  });
});
