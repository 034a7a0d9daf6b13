/**
 * A tabletop scene with the objects that the release of OLP has: a Panda with joints, gripper and tool, a worksurface, and blocks.
 */
import {
  DENAVIT_HARTENBERG,
  FLANGE_Z,
  HAND_YAW,
  HOME,
  LOWER_LIMITS,
  TCP_Z,
  UPPER_LIMITS,
} from '../../tabletop/motion/panda.ts';
import type { Scene } from '../../tabletop/table/scene.ts';
import { BLOCK_SIZE, TABLE } from '../../tabletop/table/table.ts';
import { compose, IDENTITY, shift, turn } from './pose.ts';
import { SceneObjects, WORLD } from './scene_objects.ts';

export type TableScene = {
  readonly objects: SceneObjects;
  readonly panda: number;
  /** Base first. */
  readonly joints: readonly number[];
  readonly gripper: number;
  /** What is in the hand hangs here. */
  readonly attachPoint: number;
  readonly tip: number;
  readonly worksurface: number;
};

/** The scene as it is before a simulation starts; the arm is at home. */
export function tableScene({ blocks }: Pick<Scene, 'blocks'>): TableScene {
  const objects = new SceneObjects();
  const scenery = { parent: WORLD, local: IDENTITY } as const;
  // As in CoppeliaSim's own scenes. The floor is below the table, and nothing collides with it.
  objects.add({ ...scenery, kind: 'camera', alias: 'DefaultCamera', local: shift(1.5, 0, 1.5) });
  objects.add({ ...scenery, kind: 'dummy', alias: 'DefaultLights' });
  objects.add({ ...scenery, kind: 'shape', alias: 'Floor', local: shift(0, 0, TABLE.min[2]) });
  const [width, depth, height] = [0, 1, 2].map((axis) => TABLE.max[axis]! - TABLE.min[axis]!) as [
    number,
    number,
    number,
  ];
  const middle = [0, 1, 2].map((axis) => (TABLE.max[axis]! + TABLE.min[axis]!) / 2) as [number, number, number];
  const worksurface = objects.add({
    kind: 'shape',
    alias: 'worksurface',
    parent: WORLD,
    local: shift(...middle),
    size: [width, depth, height],
  });
  const panda = objects.add({ kind: 'shape', alias: 'Panda', parent: WORLD, local: IDENTITY, isRobot: true });
  const joints: number[] = [];
  for (const [joint, { a, d, quarters }] of DENAVIT_HARTENBERG.entries()) {
    const made = objects.add({
      kind: 'joint',
      alias: 'joint',
      parent: joints.at(-1) ?? panda.handle,
      local: compose(compose(turn(0, (quarters * Math.PI) / 2), shift(a, 0, 0)), shift(0, 0, d)),
      angle: HOME[joint]!,
      limits: [LOWER_LIMITS[joint]!, UPPER_LIMITS[joint]!],
    });
    joints.push(made.handle);
  }
  const hand = compose(shift(0, 0, FLANGE_Z), turn(2, HAND_YAW));
  const gripper = objects.add({
    kind: 'shape',
    alias: 'Panda_gripper',
    parent: joints.at(-1)!,
    local: hand,
    isRobot: true,
  });
  const tool = { kind: 'dummy', parent: gripper.handle, local: shift(0, 0, TCP_Z) } as const;
  const attachPoint = objects.add({ ...tool, alias: 'attachPoint' });
  const tip = objects.add({ ...tool, alias: 'tip' });
  objects.add({ kind: 'dummy', alias: 'target', parent: panda.handle, local: objects.worldPose(tip.handle) });
  for (const { name, centre } of blocks) {
    const size = [BLOCK_SIZE, BLOCK_SIZE, BLOCK_SIZE] as const;
    objects.add({ kind: 'shape', alias: name, parent: WORLD, local: shift(...centre), size });
  }
  return {
    objects,
    panda: panda.handle,
    joints,
    gripper: gripper.handle,
    attachPoint: attachPoint.handle,
    tip: tip.handle,
    worksurface: worksurface.handle,
  };
}
