import type { Model } from '../../env.ts';
import type { BeliefWatch, Tracking } from '../../world.ts';
import {
  brokenInvariants,
  type CoveredClaim,
  claimText,
  isCovered,
  type JudgedClaim,
  judgedClaims,
  trueFactKeys,
} from './belief_invariants.ts';
import { Evidence, type Moment, type ReportedAction } from './evidence.ts';
import type { Dimension, Seen } from './lexicon.ts';

const EXAMPLES_MAX = 10;

export function trackingOf(claims: readonly JudgedClaim[], model: Model): Tracking {
  const covered = claims.filter(isCovered);
  const wrong = covered.filter((each) => !each.isTrue);
  const right = trueFactKeys(covered);
  const changes = model.changes();
  const missing = changes.filter(({ object, condition }) => !right.has(`${dimensionOf(condition)} ${object}`));
  return {
    claims: claims.length,
    covered: covered.length,
    correct: covered.length - wrong.length,
    facts: changes.length,
    recalled: changes.length - missing.length,
    wrong: wrong.slice(0, EXAMPLES_MAX).map(claimText),
    missing: missing.slice(0, EXAMPLES_MAX).map(({ object, condition }) => `${object}: ${JSON.stringify(condition)}`),
  };
}

function dimensionOf(condition: unknown): Dimension {
  const [[word, terms]] = Object.entries(condition as object) as [[string, readonly string[]]];
  if (word === 'state') return ['OPEN', 'CLOSED'].includes(terms[1]!) ? 'door' : 'power';
  return DIMENSION_OF_WORD[word] ?? 'place';
}

const DIMENSION_OF_WORD: Readonly<Record<string, Dimension>> = {
  held: 'held',
  heated: 'heat',
  toasted: 'toast',
  in_room: 'room',
};

type WatchOptions = Readonly<{ hands: number; complete: boolean }>;

export class HouseholdBeliefWatch implements BeliefWatch<Seen> {
  readonly #options: WatchOptions;
  #moments: Moment[] = [];
  #last: readonly CoveredClaim[] | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  sees(observation: Seen, after: ReportedAction | null = null): void {
    this.#moments.push({ observation, after });
  }

  judge(belief: unknown, model: Model): Tracking | null {
    const moment = this.#moments.at(-1);
    if (moment === undefined) throw new Error('Cannot judge a belief before the first observation');
    const now = { model, observation: moment.observation };
    const claims = judgedClaims(belief, now);
    if (claims === null) return null;
    const covered = claims.filter(isCovered);
    const judged = { ...this.#options, claims: covered, now, last: this.#last };
    const broken = brokenInvariants({ ...judged, evidence: new Evidence(this.#moments) });
    this.#moments = [moment];
    this.#last = covered;
    return { ...trackingOf(claims, model), ...(broken.length === 0 ? {} : { broken }) };
  }
}
