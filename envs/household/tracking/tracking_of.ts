/**
 * State tracking accuracy: what a planner believes of the world, against the world.
 *
 * LLM-State's claim is that its state is right (section IV-B); the paper does not measure it. At each update, precision is
 * the share of true claims among those that the lexicon covers, recall the share of changed facts (they hold now and did
 * not at the start) of which the planner has a true claim. A changed thing that the planner does not list counts against
 * recall.
 */
import type { Model } from '../../env.ts';
import type { Tracking } from '../../world.ts';
import { isCovered, type JudgedClaim } from './belief_claims.ts';
import type { Dimension } from './lexicon.ts';

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
