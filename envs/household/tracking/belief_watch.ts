import type { Model } from '../../env.ts';
import type { BeliefWatch, Tracking } from '../../world.ts';
import { type CoveredClaim, isCovered, type JudgedClaim, judgedClaims } from './belief_claims.ts';
import { brokenInvariants } from './belief_invariants.ts';
import { type Done, Evidence, type Moment } from './evidence.ts';
import type { Dimension, Seen } from './lexicon.ts';

/**
 * LLM-State claims that its state is right (section IV-B), but does not measure it. Precision: true claims among those
 * that the lexicon covers. Recall: changed facts (true now, false at the start) with a true claim; unlisted changed
 * things count against it.
 */
const EXAMPLES_MAX = 10;

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
  readonly hands: number;
  readonly complete: boolean;
};

export class HouseholdBeliefWatch implements BeliefWatch<Seen> {
  readonly #options: WatchOptions;
  #moments: Moment[] = [];
  /** Null before the first belief. */
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
