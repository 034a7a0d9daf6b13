/** Follows an episode and judges what is believed in it: how right it is, and whether it does what no right belief does. */
import type { Model } from '../../env.ts';
import type { BeliefWatch, Tracking } from '../../world.ts';
import { type CoveredClaim, isCovered, judgedClaims } from './belief_claims.ts';
import { brokenInvariants } from './belief_invariants.ts';
import { type Done, Evidence, type Moment } from './evidence.ts';
import type { Seen } from './lexicon.ts';
import { trackingOf } from './tracking_of.ts';

export type WatchOptions = {
  /** How many the robot has. */
  readonly hands: number;
  /** Whether all that is in sight has to be believed. */
  readonly complete: boolean;
};

export class HouseholdBeliefWatch implements BeliefWatch<Seen> {
  readonly #options: WatchOptions;
  /** From the last belief on, or from the start. */
  #moments: Moment[] = [];
  /** What was believed last; null where nothing was. */
  #last: readonly CoveredClaim[] | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  sees(observation: Seen, after: Done | null = null): void {
    this.#moments.push({ observation, after });
  }

  judge(belief: unknown, model: Model): Tracking | null {
    const moment = this.#moments.at(-1);
    if (moment === undefined) throw new Error('Cannot judge a belief of a world that nobody has seen');
    const now = { model, observation: moment.observation };
    const claims = judgedClaims(belief, now);
    if (claims === null) return null;
    const covered = claims.filter(isCovered);
    const believed = {
      ...this.#options,
      claims: covered,
      now,
      last: this.#last,
      evidence: new Evidence(this.#moments),
    };
    const broken = brokenInvariants(believed);
    this.#moments = [moment];
    this.#last = covered;
    return { ...trackingOf(claims, model), ...(broken.length === 0 ? {} : { broken }) };
  }
}
