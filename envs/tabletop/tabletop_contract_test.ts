import type { Physics } from './physics/mujoco_physics.ts';
import { scriptedArm } from './testing/scripted_arm.ts';
import { tabletopContract } from './testing/tabletop_contract.ts';

const moody = () =>
  scriptedArm(({ at, block, centre }) => {
    const mood = at[0]! * 7 + (block?.length ?? 0) + Math.round(100 * (centre?.[1] ?? 0));
    const level = (['grasp', 'ik', 'path'] as const)[mood % 3] ?? 'ik';
    return mood % 5 === 3 ? { level, obstacle: 'table', isBounded: mood % 2 === 0 } : null;
  });

/** Drops every block that is more than 4 mm off its support, within 1 mm of its place. */
const shaky = async (): Promise<Physics> => ({
  settle: async (blocks) =>
    blocks.map((block) => {
      const off = block.centre.slice(0, 2).map((at) => Math.abs(at * 100 - Math.round(at * 100)));
      return { ...block, fell: Math.max(...off) > 0.4 };
    }),
});

tabletopContract('without an arm,', () => ({ motion: 'none' }), 50);
tabletopContract('with a moody arm and deviations,', () => ({ placementSdM: 0.015, parts: { arm: moody() } }), 50);
const falling = { motion: 'none', placementSdM: 0.004, physics: 'mujoco', parts: { physics: shaky } } as const;
tabletopContract('with blocks that fall,', () => falling, 50);
