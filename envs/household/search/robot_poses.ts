/** The robot's poses: where it may stand, and what is within its reach there. */
import type { HouseholdState } from '../state/household_state.ts';
import { NONE } from '../state/state_columns.ts';

/** Where and at what the robot comes to stand by a move. */
export type RobotPose = {
  /** What to move to; -1 for where the robot stands already. */
  readonly node: number;
  readonly room: number;
  readonly x: number;
  readonly z: number;
  /** The thing at which the robot stands; then what bore it, if it may be picked up; and so on. Never empty. */
  readonly targets: readonly number[];
  /** Nothing can take it away or hide it, so that it is there whenever its room has been entered. */
  readonly isFixed: boolean;
};

/** What may be asked of a pose about a node: its nearness as such, nearness of what lies on or in it, mere distance. */
export type Feature = { readonly node: number; readonly ask: 'near' | 'contents' | 'distance' };

/** Whether the robot reaches it, standing there with this target, things being where they are. */
export function reaches(
  state: HouseholdState,
  pose: RobotPose,
  { target, feature }: { target: number; feature: Feature },
): boolean {
  const { node, ask } = feature;
  if (state.isHeld(node) || state.roomOf(node) !== pose.room || state.tables.rooms[node] === 1) return false;
  const [x, z] = state.positionOf(node);
  const [dx, dz] = [x - pose.x, z - pose.z];
  if (dx * dx + dz * dz <= state.reachSquared) return true;
  if (ask === 'distance' || target === NONE) return false;
  if (node === target) return true;
  return ask === 'near' && (state.parentOf(target) === node || state.parentOf(node) === target);
}

/** All poses that a move from the present state may lead to, things being where they are; and, first, the robot's own. */
export function allRobotPoses(
  state: HouseholdState,
  settled: (node: number) => boolean,
  movable: Uint8Array,
): RobotPose[] {
  const { size, seeable, rooms, house } = state.tables;
  const [x, z] = state.robotPosition;
  const targets = targetsFrom(state, state.robotTarget, movable);
  const poses: RobotPose[] = [{ node: NONE, room: state.robotRoom, x, z, targets, isFixed: false }];
  for (let node = 0; node < size; node++) {
    const anchor = house.anchors.get(node);
    if (rooms[node] === 1 && anchor !== undefined) {
      poses.push({ node, room: node, x: anchor[0], z: anchor[1], targets: [NONE], isFixed: true });
    } else if (seeable[node] === 1 && !state.isHeld(node)) {
      const [ownX, ownZ] = state.positionOf(node);
      poses.push({
        node,
        room: state.roomOf(node),
        x: ownX,
        z: ownZ,
        targets: targetsFrom(state, node, movable),
        isFixed: settled(node),
      });
    }
  }
  return poses;
}

/** When the thing at which the robot stands is picked up, it stands at what bore it, or at nothing where that fell away. */
function targetsFrom(state: HouseholdState, target: number, movable: Uint8Array): number[] {
  const targets = [target];
  let at = target;
  while (at !== NONE && movable[at] === 1) {
    const parent = state.parentOf(at);
    at = parent === NONE || state.tables.rooms[parent] === 1 ? NONE : parent;
    targets.push(at);
  }
  if (!targets.includes(NONE) && targets.some((each) => movable[each] === 1)) targets.push(NONE);
  return targets;
}
