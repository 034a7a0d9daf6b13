import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Box, blockBox, TABLE } from '../table/table.ts';
import { clearance, type MotionWorld } from './clearance.ts';
import { HOME } from './panda.ts';

const SHARED = new URL('../../../../shared/motion/', import.meta.url);

const EMPTY: MotionWorld = { table: TABLE, blocks: [], hand: 'closed', carried: null };
/** The arm at home has its tool here. */
const [TOOL_X, TOOL_Z] = [0.3069, 0.4869];

describe('clearance()', () => {
  it('is that of the shoulder above the table, where the rest is farther away', () => {
    const { distance, obstacle } = clearance(EMPTY, [0, 0, 0, -1, 0, 1, 0]);
    expect(distance).toBeCloseTo(0.333 - 0.06, 12);
    expect(obstacle).toEqual({ kind: 'table' });
  });

  it('names the nearest block by its place in the list', () => {
    const far = blockBox([0.6, 0.2, 0.0275]);
    const under = blockBox([TOOL_X, 0, TOOL_Z - 0.0166 - 0.01 - 0.0275]);
    const { distance, obstacle } = clearance({ ...EMPTY, blocks: [far, under] }, HOME);
    // The fingers are a bar of radius 20 mm, 3.4 mm above the tool's centre point.
    expect(distance).toBeCloseTo(0.01, 4);
    expect(obstacle).toEqual({ kind: 'block', index: 1 });
  });

  it('is -radius for a body whose middle line runs through a box', () => {
    const { distance, obstacle } = clearance({ ...EMPTY, blocks: [blockBox([TOOL_X, 0, TOOL_Z])] }, HOME);
    expect(distance).toBeCloseTo(-0.02, 12);
    expect(obstacle).toEqual({ kind: 'block', index: 0 });
  });

  it('gives open fingers room for a block between them, closed ones none', () => {
    const blocks = [blockBox([TOOL_X, 0, TOOL_Z - 0.0125])];
    expect(clearance({ ...EMPTY, blocks }, HOME).distance).toBeLessThan(0);
    // From the palm's underside to the block's top, and the finger's inside to its flank: 8.4 and 12.5 mm.
    expect(clearance({ ...EMPTY, blocks, hand: 'open' }, HOME).distance).toBeCloseTo(0.0084, 4);
  });

  it('is that of the arm itself, where its hand is turned against its base', () => {
    const { distance, obstacle } = clearance(EMPTY, [0, -1.7, 0, -3.05, 0, 0.2, 0]);
    expect(distance).toBeLessThan(0);
    expect(obstacle).toEqual({ kind: 'robot' });
  });

  it('counts a carried block, farther down the farther it is shifted', () => {
    const blocks = [blockBox([TOOL_X, 0, TOOL_Z - 0.1])];
    const of = (carried: MotionWorld['carried']) => clearance({ ...EMPTY, blocks, carried }, HOME).distance;
    expect(of({ offsetZ: 0 }) - of({ offsetZ: 0.0125 })).toBeCloseTo(0.0125, 4);
    expect(of(null)).toBeGreaterThan(of({ offsetZ: 0 }));
  });

  it('keeps links 0 and 1, which stand on it, from the table', () => {
    const { distance } = clearance({ ...EMPTY, table: { min: [-0.2, -0.2, 0], max: [0.2, 0.2, 0.2] } }, HOME);
    expect(distance).toBeCloseTo(0.333 - 0.06 - 0.2, 12);
  });

  it.skipIf(!existsSync(SHARED))('agrees with the motion reference (skipped where ../shared is absent)', () => {
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, SHARED), 'utf8'));
    const { queries, table } = read('problems.json') as {
      queries: { id: number; blocks: Box[]; attached: boolean }[];
      table: Box;
    };
    const { samples } = read('clearance-samples.json') as {
      samples: { query: number; q: number[]; clearance: number }[];
    };
    for (const sample of samples) {
      const { blocks, attached } = queries.find(({ id }) => id === sample.query) as (typeof queries)[number];
      const world: MotionWorld = { table, blocks, hand: 'closed', carried: attached ? { offsetZ: 0 } : null };
      expect(Math.abs(clearance(world, sample.q).distance - sample.clearance)).toBeLessThan(1e-6);
    }
  });
});
