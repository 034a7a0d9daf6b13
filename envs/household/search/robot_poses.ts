import type { HouseholdState } from '../state/household_state.ts';
import { NONE } from '../state/state_columns.ts';

export type RobotPose = Readonly<{
  /** -1 for the robot's current position. */
  node: number;
  room: number;
  x: number;
  z: number;
  /** The robot's target, then its support if the target is movable, and so on. */
  targets: readonly number[];
  /** Nothing can remove or hide the node. */
  isFixed: boolean;
}>;

export const FEATURE_KINDS = ['near', 'contents', 'distance'] as const;

export type Feature = Readonly<{ node: number; kind: (typeof FEATURE_KINDS)[number] }>;

export function reaches(
  state: HouseholdState,
  pose: RobotPose,
  { target, feature }: { target: number; feature: Feature },
): boolean {
  const { node, kind } = feature;
  if (state.isHeld(node) || state.roomOf(node) !== pose.room || state.tables.rooms[node] === 1) return false;
  const [x, z] = state.positionOf(node);
  const [dx, dz] = [x - pose.x, z - pose.z];
  if (dx * dx + dz * dz <= state.reachSquared) return true;
  if (kind === 'distance' || target === NONE) return false;
  if (node === target) return true;
  return kind === 'near' && (state.parentOf(target) === node || state.parentOf(node) === target);
}

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
      const [x, z] = state.positionOf(node);
      const targets = targetsFrom(state, node, movable);
      poses.push({ node, room: state.roomOf(node), x, z, targets, isFixed: settled(node) });
    }
  }
  return poses;
}

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

export function isUnmoved(before: HouseholdState, now: HouseholdState, node: number): boolean {
  const parent = now.parentOf(node);
  if (parent === NONE || parent !== before.parentOf(node) || now.liesOn(node) !== before.liesOn(node)) return false;
  return isInPosition(before, now, node);
}

export function isInPosition(before: HouseholdState, now: HouseholdState, node: number): boolean {
  const [x, z] = now.positionOf(node);
  const [beforeX, beforeZ] = before.positionOf(node);
  return x === beforeX && z === beforeZ;
}
