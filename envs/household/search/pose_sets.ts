/** Sets of robot positions, as bits: those from which the robot may ever reach a thing. */
import { memoize } from '../../memoize.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { NONE } from '../state/state_columns.ts';
import { type Feature, isInPosition, isUnmoved, type RobotPose, reaches } from './robot_poses.ts';
import type { SearchSpace } from './search_space.ts';

export class PoseSets {
  readonly everywhere: bigint;
  readonly #space: SearchSpace;
  readonly #columns = new Map<string, number>();
  readonly #poses: readonly RobotPose[];
  readonly #useful: bigint;
  readonly #rooms = new Map<number, bigint>();
  readonly #entries = new Map<number, bigint>();
  readonly #cache = new Map<string, bigint>();

  constructor(space: SearchSpace) {
    this.#space = space;
    const { anchors } = space.root.tables.house;
    const entries = [...anchors].map(
      ([node, [x, z]]): RobotPose => ({ node, room: node, x, z, targets: [NONE], isFixed: true }),
    );
    this.#poses = [...space.reach.poses, ...entries];
    for (const pose of this.#poses) this.#rooms.set(pose.room, this.inRoom(pose.room) | this.#bitOf(pose));
    for (const entry of entries) this.#entries.set(entry.node, this.#bitOf(entry));
    this.#useful = space.reach.poses.slice(1).reduce((set, pose) => set | this.#bitOf(pose), 0n);
    this.everywhere = (1n << BigInt(this.#columns.size)) - 1n;
  }

  here(state: HouseholdState): bigint | null {
    const [x, z] = state.robotPosition;
    const column = this.#columns.get(`${state.robotRoom} ${x} ${z}`);
    return column === undefined ? null : 1n << BigInt(column);
  }

  attainable(isEntered: (room: number) => boolean): bigint {
    let set = this.#useful;
    for (const [room, entry] of this.#entries) if (!isEntered(room)) set |= entry;
    return set;
  }

  inRoom(room: number): bigint {
    return this.#rooms.get(room) ?? 0n;
  }

  entriesFor(set: bigint, isEntered: (room: number) => boolean): bigint | null {
    let entries = 0n;
    for (const [room, within] of this.#rooms) {
      if ((set & within) === 0n) continue;
      if (isEntered(room)) return null;
      entries |= this.#entries.get(room) ?? 0n;
    }
    return entries;
  }

  near(node: number): bigint {
    return this.#reaching({ node, kind: 'near' });
  }

  contents(node: number): bigint {
    return this.#reaching({ node, kind: 'contents' });
  }

  site(state: HouseholdState, node: number): bigint {
    const { root, relevance } = this.#space;
    const parent = state.parentOf(node);
    if (parent === NONE) return this.everywhere;
    if (isUnmoved(root, state, node)) return this.near(node);
    if (state.tables.rooms[parent] === 1) {
      const fell = root.parentOf(node) !== NONE && isInPosition(root, state, node);
      return fell ? this.near(node) : this.everywhere;
    }
    if (relevance.movable[parent] === 0 || isUnmoved(root, state, parent)) return this.contents(parent);
    return this.site(state, parent);
  }

  #reaching(feature: Feature): bigint {
    if (this.#space.root.isHeld(feature.node)) return this.everywhere;
    const compute = () =>
      this.#poses
        .filter((pose) => pose.targets.some((target) => reaches(this.#space.root, pose, { target, feature })))
        .reduce((set, pose) => set | this.#bitOf(pose), 0n);
    return memoize(this.#cache, `${feature.kind} ${feature.node}`, compute);
  }

  #bitOf({ room, x, z }: RobotPose): bigint {
    return 1n << BigInt(memoize(this.#columns, `${room} ${x} ${z}`, () => this.#columns.size));
  }
}
