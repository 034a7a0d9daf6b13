import { expect, test } from 'vitest';
import { mujocoPhysics } from './mujoco_physics.ts';

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
