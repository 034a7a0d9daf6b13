/**
 * The actions worth trying in a state: those of `SearchSpace` that the rules allow now.
 *
 * Moves lead to the stands that suffice, and into rooms that have not been entered. A thing that was put down is no stand, for
 * what bears it is one as good; but one that fell may have come to lie where nothing stands any more.
 *
 * @module
 */
import type { HouseholdState } from '../household_state.ts';
import type { PaperRule } from '../rule.ts';
import type { SearchSpace } from './search_space.ts';
import { isUnmoved } from './unmoved.ts';

/** An action with nodes for arguments. */
export type NodeAction = { readonly verb: string; readonly nodes: readonly number[] };

export class WorthwhileActions {
  readonly #space: SearchSpace;
  readonly #stands: Uint8Array;
  /** Where the stands are. */
  readonly #positions: ReadonlySet<string>;
  readonly #movable: readonly number[];
  readonly #fixtures: readonly (readonly [string, readonly number[]])[];
  readonly #spots: ReadonlySet<string>;

  constructor(space: SearchSpace) {
    this.#space = space;
    const { size } = space.root.tables;
    this.#stands = new Uint8Array(size);
    for (const { node } of space.reach.stands) if (node >= 0) this.#stands[node] = 1;
    this.#positions = new Set(space.reach.stands.map(({ x, z }) => [x, z].join()));
    const { movable, open, close, switchOn, switchOff } = space.relevance;
    const listed = (column: Uint8Array) => [...column.keys()].filter((node) => column[node] === 1);
    this.#movable = listed(movable);
    this.#fixtures = [
      ['open', listed(open)],
      ['close', listed(close)],
      ['switchon', listed(switchOn)],
      ['switchoff', listed(switchOff)],
    ];
    this.#spots = new Set(space.reach.spots.map(({ node, relation }) => `${relation} ${node}`));
  }

  list(state: HouseholdState): NodeAction[] {
    const { tables } = state;
    const actions: NodeAction[] = [];
    const offer = (verb: string, ...nodes: number[]) => {
      if (this.#isAllowed(state, verb, nodes)) actions.push({ verb, nodes });
    };
    for (let node = 0; node < tables.size; node++) if (this.#isStand(state, node)) offer('move', node);
    if (state.hasFreeHand()) for (const node of this.#movable) offer('pickup', node);
    for (const thing of state.held()) {
      for (const { node, relation } of this.#space.reach.spots) {
        offer(relation === 'ON' ? 'placeon' : 'placein', thing, node);
      }
    }
    for (const [verb, nodes] of this.#fixtures) for (const node of nodes) offer(verb, node);
    if (this.#space.waits) actions.push({ verb: 'wait', nodes: [] });
    return actions;
  }

  /** Whether `list` would have given the action, were it allowed; to be asked before it is carried out. */
  covers(state: HouseholdState, { verb, nodes }: NodeAction): boolean {
    const [first = -1, second = -1] = nodes;
    switch (verb) {
      case 'wait':
        return true;
      case 'move':
        return this.#isStand(state, first) || state.isHeld(first);
      case 'pickup':
        return this.#space.relevance.movable[first] === 1;
      case 'placeon':
        return this.#spots.has(`ON ${second}`);
      case 'placein':
        return this.#spots.has(`IN ${second}`);
      default:
        return this.#fixtures.some(([known, list]) => known === verb && list.includes(first));
    }
  }

  #isStand(state: HouseholdState, node: number): boolean {
    const { tables } = state;
    if (tables.rooms[node] === 1) return this.#stands[node] === 1 || !state.hasEntered(node);
    if (tables.seeable[node] === 0 || state.isHeld(node)) return false;
    if (!this.#space.isThinned) return true;
    const isMoved = this.#space.relevance.movable[node] === 1 && !isUnmoved(this.#space.root, state, node);
    if (!isMoved) return this.#stands[node] === 1;
    return tables.rooms[state.parentOf(node)] === 1 && this.#positions.has(state.positionOf(node).join());
  }

  #isAllowed(state: HouseholdState, verb: string, nodes: readonly number[]): boolean {
    const { preconditions } = this.#space.vocabulary.rules.get(verb) as PaperRule;
    for (const { argument, condition } of preconditions) {
      if (!condition.holds(state, nodes[argument] as number)) return false;
    }
    return true;
  }
}
