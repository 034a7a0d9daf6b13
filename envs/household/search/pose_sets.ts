/**
 * Sets of robot positions: bit n is the n-th position.
 * A position counts if the robot may ever reach from there, so disjoint sets have a move between them.
 */
import { remembered } from '../../remembered.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { NONE } from '../state/state_columns.ts';
import { type Feature, isInPosition, isUnmoved, type RobotPose, reaches } from './robot_poses.ts';
import type { SearchSpace } from './search_space.ts';

export class PoseSets {
  /** Includes positions outside the known ones. */
  readonly everywhere: bigint;
  readonly #space: SearchSpace;
  readonly #columns = new Map<string, number>();
  readonly #poses: readonly RobotPose[];
  readonly #kept: bigint;
  readonly #rooms = new Map<number, bigint>();
  readonly #entries = new Map<number, bigint>();
  readonly #known = new Map<string, bigint>();

  constructor(space: SearchSpace) {
    this.#space = space;
    const { anchors } = space.root.tables.house;
    const entries = [...anchors].map(
      ([node, [x, z]]): RobotPose => ({ node, room: node, x, z, targets: [NONE], isFixed: true }),
    );
    this.#poses = [...space.reach.poses, ...entries];
    let kept = 0n;
    for (const [index, pose] of this.#poses.entries()) {
      const bit = this.#bitOf(pose);
      if (index > 0 && index < space.reach.poses.length) kept |= bit;
      this.#rooms.set(pose.room, (this.#rooms.get(pose.room) ?? 0n) | bit);
    }
    for (const entry of entries) this.#entries.set(entry.node, this.#bitOf(entry));
    this.#kept = kept;
    this.everywhere = (1n << BigInt(this.#columns.size)) - 1n;
  }

  /** A set of one; null at an unknown position. */
  here(state: HouseholdState): bigint | null {
    const [x, z] = state.robotPosition;
    const column = this.#columns.get(`${state.robotRoom} ${x} ${z}`);
    return column === undefined ? null : 1n << BigInt(column);
  }

  /** Given the entered rooms; in others, entry positions, too. */
  attainable(isEntered: (room: number) => boolean): bigint {
    let set = this.#kept;
    for (const [room, entry] of this.#entries) if (!isEntered(room)) set |= entry;
    return set;
  }

  inRoom(room: number): bigint {
    return this.#rooms.get(room) ?? 0n;
  }

  /** Entry positions; null if a room of the set has been entered. */
  entriesFor(set: bigint, isEntered: (room: number) => boolean): bigint | null {
    let entries = 0n;
    for (const [room, within] of this.#rooms) {
      if ((set & within) === 0n) continue;
      if (isEntered(room)) return null;
      entries |= this.#entries.get(room) ?? 0n;
    }
    return entries;
  }

  /** For a thing where it lay at the root of the search. */
  near(node: number): bigint {
    return this.#reaching({ node, ask: 'near' });
  }

  contents(node: number): bigint {
    return this.#reaching({ node, ask: 'contents' });
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
    const isReached = (pose: RobotPose) =>
      pose.targets.some((target) => reaches(this.#space.root, pose, { target, feature }));
    return remembered(this.#known, `${feature.ask} ${feature.node}`, () =>
      this.#poses.filter(isReached).reduce((set, pose) => set | this.#bitOf(pose), 0n),
    );
  }

  #bitOf({ room, x, z }: RobotPose): bigint {
    return 1n << BigInt(remembered(this.#columns, `${room} ${x} ${z}`, () => this.#columns.size));
  }
}
