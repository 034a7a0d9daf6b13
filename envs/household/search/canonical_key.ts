/** States with equal keys are equally far from the goal. */
import { memoize } from '../../memoize.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { NONE } from '../state/state_columns.ts';
import { FEATURE_KINDS, isUnmoved, reaches } from './robot_poses.ts';
import type { SearchSpace } from './search_space.ts';

const FLAGS_END = 64;
const SITES_END = 2 ** 20;

export class CanonicalKey {
  readonly #space: SearchSpace;
  readonly #groups: readonly (readonly number[])[];
  readonly #fixtures: readonly number[];
  readonly #rooms: readonly number[];
  readonly #rootSites: ReadonlyMap<number, number>;
  readonly #positions = new Map<number, Map<number, number>>();
  #positionsSeen = 0;
  readonly #usesHeat: boolean;
  readonly #usesToast: boolean;

  constructor(space: SearchSpace) {
    this.#space = space;
    const { movable, open, close, switchOn, switchOff } = space.relevance;
    const nodes = [...movable.keys()];
    const movables = nodes.filter((node) => movable[node] === 1);
    this.#groups = [...Map.groupBy(movables, (node) => space.roles[node]).values()];
    this.#fixtures = nodes.filter((node) => [open, close, switchOn, switchOff].some((column) => column[node] === 1));
    this.#rooms = [...space.root.tables.house.anchors.keys()];
    const sites = new Map<string, number>();
    this.#rootSites = new Map(
      this.#groups.flat().map((node) => [node, memoize(sites, rootSite(space, node), () => sites.size)]),
    );
    const goal = JSON.stringify(space.goal);
    this.#usesHeat = goal.includes('"heated"');
    this.#usesToast = goal.includes('"toasted"');
  }

  surroundings(state: HouseholdState): string {
    let text = '';
    for (const room of this.#rooms) text += state.hasEntered(room) ? '1' : '0';
    if (this.#space.overlooks) for (let node = 0; node < state.tables.size; node++) text += state.isSeen(node) ? 1 : 0;
    for (const node of this.#fixtures) text += (state.is(node, 'OPEN') ? 1 : 0) + (state.is(node, 'ON') ? 2 : 0);
    return text;
  }

  keyOf(state: HouseholdState, memory: Uint8Array): string {
    const [x, z] = state.robotPosition;
    let text = `${this.surroundings(state)};${state.robotRoom},${this.#positionId(x, z)},${state.robotTarget}`;
    for (const group of this.#groups) {
      const codes = group.map((node) => this.siteCode(state, node));
      if (codes.length > 1) codes.sort((a, b) => a - b);
      text += `;${codes.join()}`;
    }
    return memory.length === 0 ? text : `${text};${memory.join()}`;
  }

  siteCode(state: HouseholdState, node: number): number {
    let flags = state.isSeen(node) ? 1 : 0;
    if (this.#usesHeat && state.isHeated(node)) flags += 2;
    if (this.#usesToast && state.isToasted(node)) flags += 4;
    if (state.is(node, 'OPEN')) flags += 8;
    if (state.is(node, 'ON')) flags += 16;
    const children = state.childrenOf(node);
    const isInterchangeable = children === 0 && state.robotTarget !== node;
    const identity = isInterchangeable ? 0 : (children + 1) * state.tables.size + node + 1;
    return (identity * SITES_END + this.#site(state, node)) * FLAGS_END + flags;
  }

  #site(state: HouseholdState, node: number): number {
    const parent = state.parentOf(node);
    if (parent === NONE) return 0;
    const { size, rooms } = state.tables;
    if (isUnmoved(this.#space.root, state, node)) return 1 + (this.#rootSites.get(node) as number);
    if (rooms[parent] === 0) return 1 + size + 2 * parent + (state.liesOn(node) ? 1 : 0);
    const [x, z] = state.positionOf(node);
    return 1 + 3 * size + this.#positionId(x, z) * this.#rooms.length + this.#rooms.indexOf(parent);
  }

  #positionId(x: number, z: number): number {
    const byZ = memoize(this.#positions, x, () => new Map());
    return memoize(byZ, z, () => this.#positionsSeen++);
  }
}

function rootSite(space: SearchSpace, node: number): string {
  const { root, reach, relevance, trays, isThinned } = space;
  const parent = root.parentOf(node);
  if (parent === NONE) return 'held';
  const relation = root.liesOn(node) ? 'ON' : 'IN';
  if (!isThinned || reach.poses.some((pose) => pose.node === node)) return `itself ${node}`;
  const bearer = isPlainBearer(space, node) ? space.meaningOf({ node: parent, relation }) : `${parent} ${relation}`;
  const kinds = trays || relevance.movable[parent] === 1 ? FEATURE_KINDS : FEATURE_KINDS.slice(0, 1);
  const poses = reach.poses.filter(({ room }) => room === root.roomOf(node));
  const reached = kinds.map((kind) =>
    poses
      .flatMap((pose) => pose.targets.map((target) => Number(reaches(root, pose, { target, feature: { node, kind } }))))
      .join(''),
  );
  return [root.roomOf(node), bearer, ...reached].join(' ');
}

function isPlainBearer({ root, relevance }: SearchSpace, node: number): boolean {
  for (let at = node; root.parentOf(at) >= 0; at = root.parentOf(at)) {
    const parent = root.parentOf(at);
    if (relevance.movable[parent] === 1) return false;
    if (root.liesOn(at)) continue;
    if (root.is(parent, 'CLOSED') || relevance.close[parent] === 1) return false;
    if (root.tables.capacity[parent]! >= 0) return false;
  }
  return true;
}
