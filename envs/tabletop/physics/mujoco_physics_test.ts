import { describe, expect, it } from 'vitest';
import { mujocoPhysics } from './mujoco_physics.ts';

const GROUND = 0.0275;

describe('mujocoPhysics() refuses, by name', () => {
  it.each([
    [
      'a centre that is no number',
      [Number.NaN, 0, GROUND],
      'Cannot settle block "A": its centre (NaN, 0, 0.0275) is no point near the table',
    ],
    [
      'an infinite centre',
      [0.5, Number.POSITIVE_INFINITY, GROUND],
      'Cannot settle block "A": its centre (0.5, Infinity, 0.0275) is no point near the table',
    ],
    [
      'a block in the table',
      [0.5, 0, 0],
      'Cannot settle block "A": its centre (0.5, 0, 0) is too low, it lies in the table',
    ],
    ['a block in another', [0.44, 0, GROUND], 'Cannot settle block "A": it overlaps block "B"'],
  ] as const)('%s', async (_, centre, message) => {
    const physics = await mujocoPhysics();
    const blocks = [
      { name: 'B', centre: [0.4, 0, GROUND] as const },
      { name: 'A', centre },
    ];
    await expect(physics.settle(blocks)).rejects.toThrow(new RangeError(message));
    physics.close();
  });

  it('more blocks than it is made for', async () => {
    const physics = await mujocoPhysics();
    const blocks = Array.from({ length: 65 }, (_, index) => ({ name: `${index}`, centre: [0, 0, index] as const }));
    await expect(physics.settle(blocks)).rejects.toThrow('Cannot settle 65 blocks: at most 64');
    physics.close();
  });

  it('a name of ten megabytes, with a short message', async () => {
    const physics = await mujocoPhysics();
    const blocks = [{ name: 'x'.repeat(10_000_000), centre: [0, 0, 0] as const }];
    const refusal: unknown = await physics.settle(blocks).catch((error) => error);
    expect(String(refusal).length).toBeLessThan(200);
    physics.close();
  });
});

describe('mujocoPhysics()', () => {
  it('keeps its word in two simulators at once, and after one is closed', async () => {
    const [first, second] = await Promise.all([mujocoPhysics(), mujocoPhysics()]);
    const blocks = [
      { name: 'A', centre: [0.5, 0, GROUND] as const },
      { name: 'B', centre: [0.53, 0, 3 * GROUND] as const },
    ];
    const settled = await first.settle(blocks);
    first.close();
    first.close();
    expect(await second.settle(blocks)).toEqual(settled);
    await expect(first.settle(blocks)).rejects.toThrow('Cannot settle blocks: the physics is closed');
    second.close();
  });
});
