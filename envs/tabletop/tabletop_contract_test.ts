/**
 * The contract of Env for the tabletop in its quick forms. With the arm and the physics: tabletop_contract_integration_test.ts
 */
import type { Physics } from './physics/mujoco_physics.ts';
import { scriptedArm } from './testing/scripted_arm.ts';
import { tabletopContract } from './testing/tabletop_contract.ts';

/** Fails now and then, the same way in the same situation. */
const moody = () =>
  scriptedArm(({ at, block, centre }) => {
    const mood = at[0]! * 7 + (block?.length ?? 0) + Math.round(100 * (centre?.[1] ?? 0));
    if (mood % 5 !== 3) return null;
    return {
      ok: false,
      level: (['grasp', 'ik', 'path'] as const)[mood % 3] ?? 'ik',
      obstacle: 'table',
      isBounded: mood % 2 === 0,
    };
  });

/** Lets every block fall that is more than 4 mm off what it stands on, within 1 mm of where it was. */
const shaky = async (): Promise<Physics> => ({
  async settle(blocks) {
    return blocks.map((block) => {
      const isOff = block.centre.some(
        (coordinate, axis) => axis < 2 && Math.abs(coordinate * 100 - Math.round(coordinate * 100)) > 0.4,
      );
      return { ...block, fell: isOff };
    });
  },
});

tabletopContract('without an arm,', () => ({ motion: 'none' }), 50);
tabletopContract(
  'with a moody arm and blocks that end up somewhere else,',
  () => ({ placementSdM: 0.015, parts: { arm: moody() } }),
  50,
);
tabletopContract(
  'with blocks that fall,',
  () => ({ motion: 'none', placementSdM: 0.004, physics: 'mujoco', parts: { physics: shaky } }),
  50,
);
