/** All that guides a search from one state on, made once and shared by the copies that go on from there. */
import type { GroundCondition } from '../goals/ground_goal.ts';
import type { Rulebook } from '../rules/rules.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { CanonicalKey } from './canonical_key.ts';
import { LowerBound } from './lower_bound.ts';
import { searchSpace } from './search_space.ts';
import { WorthwhileActions } from './worthwhile_actions.ts';

export type SearchGuide = {
  /** Tells keys of different guides apart. */
  readonly number: number;
  readonly actions: WorthwhileActions;
  readonly key: CanonicalKey;
  readonly bound: LowerBound;
};

/** Most guides that are kept; beyond that all are forgotten and made again. */
const KEPT_MAX = 32;

/** The guides of one world, by the state from which they start. */
export class SearchGuides {
  readonly #goal: readonly GroundCondition[];
  readonly #rulebook: Rulebook;
  readonly #known = new Map<string, SearchGuide>();
  #made = 0;

  constructor(goal: readonly GroundCondition[], rulebook: Rulebook) {
    this.#goal = goal;
    this.#rulebook = rulebook;
  }

  from(state: HouseholdState): SearchGuide {
    const digest = state.digest();
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const space = searchSpace(state.clone(), this.#goal, this.#rulebook);
    const key = new CanonicalKey(space);
    const actions = new WorthwhileActions(space);
    const guide = { number: this.#made++, actions, key, bound: new LowerBound(space, key) };
    if (this.#known.size >= KEPT_MAX) this.#known.clear();
    this.#known.set(digest, guide);
    return guide;
  }
}
