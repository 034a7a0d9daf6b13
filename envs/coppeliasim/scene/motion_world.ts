import type { MotionWorld } from '../../tabletop/motion/clearance.ts';
import { CARRIED_Z } from '../../tabletop/motion/grasp.ts';
import type { Box } from '../../tabletop/table/table.ts';
import { type Pose, positionOf, toMatrix } from './pose.ts';
import type { SceneObject } from './scene_objects.ts';
import type { Simulation } from './simulation.ts';

/** Stands in for the table in queries without it. */
const NOWHERE: Box = { min: [-1, -1, -1001], max: [1, 1, -1000] };

export function boundsOf({ scene }: Simulation, { handle, size }: SceneObject): Box {
  const pose: Pose = scene.objects.worldPose(handle);
  const m = toMatrix(pose);
  const at = positionOf(pose);
  const half = [0, 1, 2].map((row) =>
    [0, 1, 2].reduce((sum, axis) => sum + (Math.abs(m[4 * row + axis]!) * size![axis]!) / 2, 0),
  );
  return {
    min: [at[0] - half[0]!, at[1] - half[1]!, at[2] - half[2]!],
    max: [at[0] + half[0]!, at[1] + half[1]!, at[2] + half[2]!],
  };
}

/** The hand is open where it holds nothing and its gripper is not closed. */
export function motionWorld(simulation: Simulation, boxes: readonly SceneObject[]): MotionWorld {
  const { worksurface } = simulation.scene;
  const table = boxes.find(({ handle }) => handle === worksurface);
  const isHolding = simulation.held.length > 0;
  return {
    table: table === undefined ? NOWHERE : boundsOf(simulation, table),
    blocks: boxes.filter((box) => box !== table).map((box) => boundsOf(simulation, box)),
    hand: isHolding || simulation.signals.get('close_gripper') === 1 ? 'closed' : 'open',
    carried: isHolding ? { offsetZ: CARRIED_Z } : null,
  };
}
