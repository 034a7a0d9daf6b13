import { memoize } from '../../memoize.ts';
import type { GroundCondition } from '../goals/ground_goal.ts';
import type { Rulebook } from '../rules/rules.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { CanonicalKey } from './canonical_key.ts';
import { LowerBound } from './lower_bound.ts';
import { isUnmoved } from './robot_poses.ts';
import { type SearchSpace, searchSpace } from './search_space.ts';

type NodeAction = Readonly<{ verb: string; nodes: readonly number[] }>;

const PLACING = { ON: 'placeon', IN: 'placein' } as const;

/** Moves to things that the robot put down are not worthwhile: supports are as good, except for fallen things. */
class WorthwhileActions {
  readonly #space: SearchSpace;
  readonly #poses: Uint8Array;
  readonly #positions: ReadonlySet<string>;
  readonly #movable: readonly number[];
  readonly #fixtures: readonly (readonly [string, readonly number[]])[];
  readonly #spots: ReadonlySet<string>;

  constructor(space: SearchSpace) {
    this.#space = space;
    const { size } = space.root.tables;
    this.#poses = new Uint8Array(size);
    for (const { node } of space.reach.poses) if (node >= 0) this.#poses[node] = 1;
    this.#positions = new Set(space.reach.poses.map(({ x, z }) => [x, z].join()));
    const { movable, open, close, switchOn, switchOff } = space.relevance;
    const listed = (column: Uint8Array) => [...column.keys()].filter((node) => column[node] === 1);
    this.#movable = listed(movable);
    const columns = { open, close, switchon: switchOn, switchoff: switchOff };
    this.#fixtures = Object.entries(columns).map(([verb, column]) => [verb, listed(column)]);
    this.#spots = new Set(space.reach.spots.map(({ node, relation }) => `${PLACING[relation]} ${node}`));
  }

  list(state: HouseholdState): NodeAction[] {
    const { tables } = state;
    const actions: NodeAction[] = [];
    const offer = (verb: string, ...nodes: number[]) => {
      const { preconditions } = this.#space.rulebook.rules.get(verb)!;
      const isAllowed = preconditions.every(({ argument, condition }) => condition.holds(state, nodes[argument]!));
      if (isAllowed) actions.push({ verb, nodes });
    };
    for (let node = 0; node < tables.size; node++) if (this.#isPose(state, node)) offer('move', node);
    if (state.hasFreeHand()) for (const node of this.#movable) offer('pickup', node);
    for (const thing of state.held()) {
      for (const { node, relation } of this.#space.reach.spots) offer(PLACING[relation], thing, node);
    }
    for (const [verb, nodes] of this.#fixtures) for (const node of nodes) offer(verb, node);
    if (this.#space.waits) actions.push({ verb: 'wait', nodes: [] });
    return actions;
  }

  covers(state: HouseholdState, { verb, nodes }: NodeAction): boolean {
    const [first = -1, second = -1] = nodes;
    if (verb === 'wait') return true;
    if (verb === 'move') return this.#isPose(state, first) || state.isHeld(first);
    if (verb === 'pickup') return this.#space.relevance.movable[first] === 1;
    if (verb === PLACING.ON || verb === PLACING.IN) return this.#spots.has(`${verb} ${second}`);
    return this.#fixtures.some(([name, list]) => name === verb && list.includes(first));
  }

  #isPose(state: HouseholdState, node: number): boolean {
    const { tables } = state;
    if (tables.rooms[node] === 1) return this.#poses[node] === 1 || !state.hasEntered(node);
    if (tables.seeable[node] === 0 || state.isHeld(node)) return false;
    if (!this.#space.isThinned) return true;
    const isMoved = this.#space.relevance.movable[node] === 1 && !isUnmoved(this.#space.root, state, node);
    if (!isMoved) return this.#poses[node] === 1;
    return tables.rooms[state.parentOf(node)] === 1 && this.#positions.has(state.positionOf(node).join());
  }
}

const GUIDES_MAX = 32;

export type SearchGuide = ReturnType<SearchGuides['from']>;

export class SearchGuides {
  readonly #goal: readonly GroundCondition[];
  readonly #rulebook: Rulebook;
  readonly #cache = new Map<string, ReturnType<typeof guideFrom>>();
  #made = 0;

  constructor(goal: readonly GroundCondition[], rulebook: Rulebook) {
    this.#goal = goal;
    this.#rulebook = rulebook;
  }

  from(state: HouseholdState) {
    const compute = () => guideFrom(searchSpace(state.clone(), this.#goal, this.#rulebook), this.#made++);
    return memoize(this.#cache, state.digest(), compute, GUIDES_MAX);
  }
}

function guideFrom(space: SearchSpace, number: number) {
  const key = new CanonicalKey(space);
  return { number, actions: new WorthwhileActions(space), key, bound: new LowerBound(space, key) };
}
