/** Follows an episode and judges what is believed in it: how right it is, and whether it does what no right belief does. */
import type { Model } from '../../env.ts';
import type { BeliefWatch, Tracking } from '../../world.ts';
import { type CoveredClaim, isCovered, type JudgedClaim, judgedClaims } from './belief_claims.ts';
import { brokenInvariants } from './belief_invariants.ts';
import { type Done, Evidence, type Moment } from './evidence.ts';
import type { Dimension, Seen } from './lexicon.ts';

/**
 * State tracking accuracy: what a planner believes of the world, against the world.
 *
 * LLM-State's claim is that its state is right (section IV-B); the paper does not measure it. At each update, precision is
 * the share of true claims among those that the lexicon covers, recall the share of changed facts (they hold now and did
 * not at the start) of which the planner has a true claim. A changed thing that the planner does not list counts against
 * recall.
 */
const EXAMPLES_MAX = 10;

/** Counts claims that have been judged, and what has changed. */
export function trackingOf(claims: readonly JudgedClaim[], model: Model): Tracking {
  const covered = claims.filter(isCovered);
  const wrong = covered.filter((each) => !each.isTrue);
  const right = new Set(
    covered
      .filter(({ claim, isTrue }) => isTrue && !claim.denied)
      .map(({ name, claim }) => `${name} ${claim.dimension}`),
  );
  const changes = model.changes();
  const missing = changes.filter(({ object, condition }) => !right.has(`${object} ${dimensionOf(condition)}`));
  return {
    claims: claims.length,
    covered: covered.length,
    correct: covered.length - wrong.length,
    facts: changes.length,
    recalled: changes.length - missing.length,
    wrong: wrong.slice(0, EXAMPLES_MAX).map(({ name, attribute }) => `${name}: ${attribute}`),
    missing: missing.slice(0, EXAMPLES_MAX).map(({ object, condition }) => `${object}: ${JSON.stringify(condition)}`),
  };
}

/** The dimension of a changed fact, by the word of the goal language that says it. */
function dimensionOf(condition: unknown): Dimension {
  const [word, terms] = Object.entries(condition as Record<string, unknown>)[0] ?? [];
  if (word === 'state') {
    return ['OPEN', 'CLOSED'].includes((terms as readonly string[])[1] ?? '') ? 'door' : 'power';
  }
  return DIMENSION_OF_WORD[word ?? ''] ?? 'place';
}

const DIMENSION_OF_WORD: Readonly<Record<string, Dimension>> = {
  held: 'held',
  heated: 'heat',
  toasted: 'toast',
  in_room: 'room',
};

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
