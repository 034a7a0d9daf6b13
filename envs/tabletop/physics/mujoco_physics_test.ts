import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_SIZE } from '../table/table.ts';
import { mujocoPhysics, type Physics, type StandingBlock } from './mujoco_physics.ts';

let physics: Physics;
beforeAll(async () => {
  physics = await mujocoPhysics();
});

function stack(...shifts: readonly (readonly [x: number, y: number])[]): StandingBlock[] {
  return shifts.map(([x, y], level) => ({
    name: `block ${level}`,
    centre: [0.5 + x, 0.11 + y, BLOCK_SIZE / 2 + BLOCK_SIZE * level],
  }));
}

const tower = (height: number) => stack(...Array.from({ length: height }, () => [0, 0] as const));

/** Metres of the worst centre of mass inside its support: each joint carries all that is above it. */
function balance(blocks: readonly StandingBlock[]): number {
  const margins = blocks.slice(1).flatMap((_, below) => {
    const above = blocks.slice(below + 1);
    const [lower, upper] = [blocks[below]!, above[0]!];
    return [0, 1].map((axis) => {
      const along = ({ centre }: StandingBlock) => centre[axis]!;
      const mass = above.reduce((sum, block) => sum + along(block), 0) / above.length;
      const from = Math.max(along(lower), along(upper)) - BLOCK_SIZE / 2;
      const to = Math.min(along(lower), along(upper)) + BLOCK_SIZE / 2;
      return Math.min(mass - from, to - mass);
    });
  });
  return Math.min(...margins);
}

async function falls(blocks: readonly StandingBlock[]): Promise<boolean[]> {
  return (await physics.settle(blocks)).map(({ fell }) => fell);
}

describe('settle() lets stand', () => {
  it('towers of one to seven blocks, within a tenth of a millimetre', async () => {
    for (let height = 1; height <= 7; height++) {
      const blocks = tower(height);
      const near = (centre: readonly number[]) => centre.map((length) => expect.closeTo(length, 4));
      const standing = blocks.map(({ name, centre }) => ({ name, centre: near(centre), fell: false }));
      expect(await physics.settle(blocks)).toEqual(standing);
    }
  });

  it('what drops by a little', async () => {
    const [settled] = await physics.settle([{ name: 'A', centre: [0.5, 0.11, BLOCK_SIZE / 2 + 0.002] }]);
    expect(settled).toEqual({ name: 'A', centre: [0.5, 0.11, expect.closeTo(BLOCK_SIZE / 2, 4)], fell: false });
    expect(await physics.settle([])).toEqual([]);
  });
});

const THIRD = (0.95 * BLOCK_SIZE) / 6;

describe('settle() lets fall', () => {
  it.each([
    ['no block of which a little more than half is supported', 'x', [0, 0.0265], 0],
    ['no block of which a little more than half is supported, to the side', 'y', [0, -0.0265], 0],
    ['no stairs that lean as far as the sum of 1/n allows', 'x', [0, THIRD, 2.5 * THIRD, 5.5 * THIRD], 0],
    ['a block whose centre hangs over the edge of its support', 'x', [0, 0.0285], 1],
    ['the upper part of a tower that leans too far, while its foot stands', 'x', [0, 0, 0.02, 0.04], 2],
  ])('%s, and no neighbour', async (_, axis, shifts, falling) => {
    const far = { name: 'far', centre: [0.39, -0.22, BLOCK_SIZE / 2] } as const;
    const blocks = stack(...shifts.map((shift) => (axis === 'x' ? [shift, 0] : [0, shift]) as [number, number]));
    const fallen = shifts.map((_, level) => level >= shifts.length - falling);
    expect(await falls([...blocks, far])).toEqual([...fallen, false]);
  });

  it('a block in the air', async () => {
    expect(await falls([{ name: 'A', centre: [0.5, 0, 0.3] }])).toEqual([true]);
  });

  it('the same way every time, in every simulator and runtime', async () => {
    const blocks = stack([0, 0], [0.01, 0.02], [0.02, 0.04], [0.01, 0.06]);
    const settled = await physics.settle(blocks);
    expect(settled.map(({ centre, fell }) => [...centre, fell])).toEqual([
      [0.499849, 0.109975, 0.0275, false],
      [0.510599, 0.166677, 0.0275, true],
      [0.520194, 0.241354, 0.0275, true],
      [0.510416, 0.3702, 0.0275, true],
    ]);
    const other = await mujocoPhysics();
    expect(await other.settle(blocks)).toEqual(settled);
    for (let again = 0; again < 3; again++) {
      await physics.settle(tower(2 + again));
      expect(await physics.settle(blocks)).toEqual(settled);
    }
  });
});

describe('settle()', () => {
  it('agrees with the balance of centres of mass, a millimetre either side', async () => {
    const shift = fc.integer({ min: -180, max: 180 }).map((tenths) => tenths / 10_000);
    const leaning = fc
      .array(fc.tuple(shift, shift), { minLength: 1, maxLength: 5 })
      .map((steps) => {
        const shifts: [number, number][] = [[0, 0]];
        for (const [x, y] of steps) shifts.push([shifts.at(-1)![0] + x, shifts.at(-1)![1] + y]);
        return stack(...shifts);
      })
      .filter((blocks) => Math.abs(balance(blocks)) > 0.001);
    await fc.assert(
      fc.asyncProperty(leaning, async (blocks) => {
        expect((await falls(blocks)).includes(true)).toBe(balance(blocks) < 0);
      }),
      { numRuns: 60 },
    );
  });

  it('is not moved by names, nor by the order of distant blocks', async () => {
    const hostile = ['"/><worldbody>', '__proto__', '', 'x'.repeat(1_000_000)];
    const blocks = hostile.map((name, index): StandingBlock => ({ name, centre: [0.5, 0.11 * index, BLOCK_SIZE / 2] }));
    const settled = await physics.settle(blocks);
    expect(settled.map(({ name, fell }) => [name, fell])).toEqual(hostile.map((name) => [name, false]));
    expect([...(await physics.settle([...blocks].reverse()))].reverse()).toEqual(settled);
  });
});
