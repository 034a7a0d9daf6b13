/**
 * Where the robot may stand, and what is within its reach there.
 *
 * @module
 */
import type { HouseholdState } from '../household_state.ts';
import { NONE } from '../state_columns.ts';

/** A place to stand that a move leads to. */
export type Stand = {
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

/** What may be asked of a stand about a node: its nearness as such, nearness of what lies on or in it, mere distance. */
export type Feature = { readonly node: number; readonly ask: 'near' | 'contents' | 'distance' };

/** Whether the robot reaches it, standing there with this target, things being where they are. */
export function reaches(
  state: HouseholdState,
  stand: Stand,
  { target, feature }: { target: number; feature: Feature },
): boolean {
  const { node, ask } = feature;
  if (state.isHeld(node) || state.roomOf(node) !== stand.room || state.tables.rooms[node] === 1) return false;
  const [x, z] = state.positionOf(node);
  const [dx, dz] = [x - stand.x, z - stand.z];
  if (dx * dx + dz * dz <= state.reachSquared) return true;
  if (ask === 'distance' || target === NONE) return false;
  if (node === target) return true;
  return ask === 'near' && (state.parentOf(target) === node || state.parentOf(node) === target);
}

/** All stands that a move from the present state may lead to, things being where they are; and, first, the robot's own. */
export function allStands(state: HouseholdState, settled: (node: number) => boolean, movable: Uint8Array): Stand[] {
  const { size, seeable, rooms, house } = state.tables;
  const [x, z] = state.robotPosition;
  const targets = targetsFrom(state, state.robotTarget, movable);
  const stands: Stand[] = [{ node: NONE, room: state.robotRoom, x, z, targets, isFixed: false }];
  for (let node = 0; node < size; node++) {
    const anchor = house.anchors.get(node);
    if (rooms[node] === 1 && anchor !== undefined) {
      stands.push({ node, room: node, x: anchor[0], z: anchor[1], targets: [NONE], isFixed: true });
    } else if (seeable[node] === 1 && !state.isHeld(node)) {
      const [ownX, ownZ] = state.positionOf(node);
      stands.push({
        node,
        room: state.roomOf(node),
        x: ownX,
        z: ownZ,
        targets: targetsFrom(state, node, movable),
        isFixed: settled(node),
      });
    }
  }
  return stands;
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
