import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { BLOCK_SIZE, type Vector } from '../table/table.ts';
import { mujocoPhysics, type Physics, type StandingBlock } from './mujoco_physics.ts';

test('mujocoPhysics() says the same in two simulators at once', async () => {
  const [first, second] = await Promise.all([mujocoPhysics(), mujocoPhysics()]);
  const blocks = [
    { name: 'A', centre: [0.5, 0, 0.0275] as const },
    { name: 'B', centre: [0.53, 0, 0.0825] as const },
  ];
  const settled = await first.settle(blocks);
  expect(settled.map(({ fell }) => fell)).toEqual([false, true]);
  expect(await second.settle(blocks)).toEqual(settled);
});

let physics: Physics;
beforeAll(async () => {
  physics = await mujocoPhysics();
});

/** One block on the other, bottom first, each shifted by so much against the spot. */
function stack(...shifts: readonly (readonly [x: number, y: number])[]): StandingBlock[] {
  return shifts.map(([x, y], level) => ({
    name: `block ${level}`,
    centre: [0.5 + x, 0.11 + y, BLOCK_SIZE / 2 + BLOCK_SIZE * level],
  }));
}

function tower(height: number): StandingBlock[] {
  return stack(...Array.from({ length: height }, () => [0, 0] as const));
}

/**
 * How far inside the support the worst centre of mass lies, in metres; negative when outside. For blocks one on another it
 * decides exactly: each joint carries all that is above it, at the foot of its centre of mass.
 */
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

async function falls(blocks: readonly StandingBlock[]): Promise<boolean> {
  return (await physics.settle(blocks)).some(({ fell }) => fell);
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe('settle() lets stand', () => {
  it('towers of one to seven blocks, within a tenth of a millimetre', async () => {
    for (let height = 1; height <= 7; height++) {
      const blocks = tower(height);
      const settled = await physics.settle(blocks);
      expect(settled.filter(({ fell }) => fell)).toEqual([]);
      expect(settled.map(({ name }) => name)).toEqual(blocks.map(({ name }) => name));
      for (const [level, { centre }] of settled.entries()) {
        expect(distance(centre, blocks[level]!.centre)).toBeLessThan(1e-4);
      }
    }
  });

  it('a block of which a little more than half is supported', async () => {
    expect(await falls(stack([0, 0], [0.0265, 0]))).toBe(false);
    expect(await falls(stack([0, 0], [0, -0.0265]))).toBe(false);
  });

  it('stairs that lean as far as the sum of 1/n allows', async () => {
    const half = 0.95 * (BLOCK_SIZE / 2);
    expect(await falls(stack([0, 0], [half / 3, 0], [half / 3 + half / 2, 0], [half / 3 + half / 2 + half, 0]))).toBe(
      false,
    );
  });

  it('what drops by a little', async () => {
    const [block] = stack([0, 0]) as [StandingBlock];
    const [settled] = await physics.settle([{ ...block, centre: [0.5, 0.11, BLOCK_SIZE / 2 + 0.002] }]);
    expect(settled).toEqual({ name: 'block 0', centre: [0.5, 0.11, expect.closeTo(BLOCK_SIZE / 2, 4)], fell: false });
  });

  it('nothing', async () => {
    expect(await physics.settle([])).toEqual([]);
  });
});

describe('settle() lets fall', () => {
  it('a block whose centre hangs over the edge of its support', async () => {
    const [lower, upper] = await physics.settle(stack([0, 0], [0.0285, 0]));
    expect(lower?.fell).toBe(false);
    expect(upper?.fell).toBe(true);
    expect(upper?.centre[2]).toBeCloseTo(BLOCK_SIZE / 2, 3);
  });

  it('a block in the air', async () => {
    const [block] = await physics.settle([{ name: 'A', centre: [0.5, 0, 0.3] }]);
    expect(block?.fell).toBe(true);
  });

  it('the upper part of a tower that leans too far, while its foot and its neighbours stand', async () => {
    const leaning = stack([0, 0], [0, 0], [0.02, 0], [0.04, 0]);
    const settled = await physics.settle([...leaning, { name: 'far', centre: [0.39, -0.22, BLOCK_SIZE / 2] }]);
    expect(settled.map(({ fell }) => fell)).toEqual([false, false, true, true, false]);
  });

  it('the same way every time, in every runtime', async () => {
    const blocks = stack([0, 0], [0.01, 0.02], [0.02, 0.04], [0.01, 0.06]);
    const settled = await physics.settle(blocks);
    expect(settled).toMatchInlineSnapshot(`
      [
        {
          "centre": [
            0.499849,
            0.109975,
            0.0275,
          ],
          "fell": false,
          "name": "block 0",
        },
        {
          "centre": [
            0.510599,
            0.166677,
            0.0275,
          ],
          "fell": true,
          "name": "block 1",
        },
        {
          "centre": [
            0.520194,
            0.241354,
            0.0275,
          ],
          "fell": true,
          "name": "block 2",
        },
        {
          "centre": [
            0.510416,
            0.3702,
            0.0275,
          ],
          "fell": true,
          "name": "block 3",
        },
      ]
    `);
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
        for (const [x, y] of steps) {
          const [lastX, lastY] = shifts.at(-1) as [number, number];
          shifts.push([lastX + x, lastY + y]);
        }
        return stack(...shifts);
      })
      .filter((blocks) => Math.abs(balance(blocks)) > 0.001);
    await fc.assert(
      fc.asyncProperty(leaning, async (blocks) => {
        expect(await falls(blocks)).toBe(balance(blocks) < 0);
      }),
      { numRuns: 60 },
    );
  });

  it('is not moved by names, nor by the order of distant blocks', async () => {
    const hostile = ['"/><worldbody>', '__proto__', '', 'x'.repeat(1_000_000)];
    const blocks = hostile.map((name, index) => ({
      name,
      centre: [0.5, 0.11 * index, BLOCK_SIZE / 2] as const,
    }));
    const settled = await physics.settle(blocks);
    expect(settled.map(({ name }) => name)).toEqual(hostile);
    expect(settled.some(({ fell }) => fell)).toBe(false);
    const backwards = await physics.settle([...blocks].reverse());
    expect([...backwards].reverse()).toEqual(settled);
  });
});
