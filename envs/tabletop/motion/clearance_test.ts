import { describe, expect, it } from 'vitest';
import { type Box, blockBox } from '../table/table.ts';
import { clearance, type MotionWorld } from './clearance.ts';
import { HOME } from './panda.ts';
import { EMPTY, INTO_ITSELF, TOOL_X, TOOL_Z } from './testing/random_world.ts';

const SHOULDER: readonly number[] = [0, 0, 0, -1, 0, 1, 0];
const SMALL_TABLE: Box = { min: [-0.2, -0.2, 0], max: [0.2, 0.2, 0.2] };
/** Under the fingers, a bar of radius 20 mm, 3.4 mm above the tool's centre point. */
const UNDER = blockBox([TOOL_X, 0, TOOL_Z - 0.0166 - 0.01 - 0.0275]);

describe('clearance()', () => {
  it.each<[string, Partial<MotionWorld>, readonly number[], number, ReturnType<typeof clearance>['obstacle']]>([
    ['that of the shoulder above the table', {}, SHOULDER, 0.333 - 0.06, { kind: 'table' }],
    ['not that of links 0 and 1', { table: SMALL_TABLE }, SHOULDER, 0.333 - 0.06 - 0.2, { kind: 'table' }],
    ['that of the nearer block', { blocks: [blockBox([0.6, 0.2, 0]), UNDER] }, HOME, 0.01, { kind: 'block', index: 1 }],
    ['-radius inside a box', { blocks: [blockBox([TOOL_X, 0, TOOL_Z])] }, HOME, -0.02, { kind: 'block', index: 0 }],
  ])('is %s', (_, world, q, distance, obstacle) => {
    expect(clearance({ ...EMPTY, ...world }, q)).toEqual({ distance: expect.closeTo(distance, 4), obstacle });
  });

  it('gives open fingers room for a block between them, closed ones none', () => {
    const blocks = [blockBox([TOOL_X, 0, TOOL_Z - 0.0125])];
    expect(clearance({ ...EMPTY, blocks }, HOME).distance).toBeLessThan(0);
    expect(clearance({ ...EMPTY, blocks, hand: 'open' }, HOME).distance).toBeCloseTo(0.0084, 4);
  });

  it('is that of the arm itself, where its hand is turned against its base', () => {
    const { distance, obstacle } = clearance(EMPTY, INTO_ITSELF);
    expect(distance).toBeLessThan(0);
    expect(obstacle).toEqual({ kind: 'robot' });
  });

  it('counts a carried block, farther down the farther it is shifted', () => {
    const blocks = [blockBox([TOOL_X, 0, TOOL_Z - 0.1])];
    const of = (carried: MotionWorld['carried']) => clearance({ ...EMPTY, blocks, carried }, HOME).distance;
    expect(of({ offsetZ: 0 }) - of({ offsetZ: 0.0125 })).toBeCloseTo(0.0125, 4);
    expect(of(null)).toBeGreaterThan(of({ offsetZ: 0 }));
  });
});
