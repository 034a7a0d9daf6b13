/**
 * State tracking accuracy: what a planner believes of the world, against the world.
 *
 * LLM-State's claim is that its state is right (section IV-B); the paper does not measure it. At each update, precision is
 * the share of true claims among those that the lexicon covers, recall the share of changed facts (they hold now and did
 * not at the start) of which the planner has a true claim. A changed thing that the planner does not list counts against
 * recall.
 *
 * @module
 */
import { z } from 'zod';
import type { Model } from '../../env.ts';
import type { Tracking } from '../../world.ts';
import { type Claim, type Dimension, knownIn, partsOf, readClaim, type Seen } from './lexicon.ts';

/** What a belief must look like to be judged: any planner that tells it in this form is measured. */
const beliefSchema = z.object({
  keyObjects: z.array(z.object({ name: z.string(), attributes: z.array(z.string()) })),
});

const EXAMPLES_MAX = 10;

/** Judges a belief, or returns null where it is in a form of its own. */
export function judgeBelief(belief: unknown, world: { model: Model; observation: Seen }): Tracking | null {
  const parsed = beliefSchema.safeParse(belief);
  if (!parsed.success) return null;
  const known = knownIn(world.observation);
  const wrong: string[] = [];
  const right = new Set<string>();
  let claims = 0;
  let covered = 0;
  let correct = 0;
  for (const { name, attributes } of parsed.data.keyObjects) {
    for (const attribute of attributes.flatMap(partsOf)) {
      claims += 1;
      const claim = readClaim(name, attribute, known);
      const verdict = claim === null ? null : isTrue(name, claim, world);
      if (claim === null || verdict === null) continue;
      covered += 1;
      if (verdict) correct += 1;
      else wrong.push(`${name}: ${attribute}`);
      if (verdict && !claim.denied) right.add(`${name} ${claim.dimension}`);
    }
  }
  const changes = world.model.changes();
  const missing = changes.filter(({ object, condition }) => !right.has(`${object} ${dimensionOf(condition)}`));
  return {
    claims,
    covered,
    correct,
    facts: changes.length,
    recalled: changes.length - missing.length,
    wrong: wrong.slice(0, EXAMPLES_MAX),
    missing: missing.slice(0, EXAMPLES_MAX).map(({ object, condition }) => `${object}: ${JSON.stringify(condition)}`),
  };
}

/** Null where the claim is about what the thing cannot be, such as a mug that is on, or names what the world does not have. */
function isTrue(
  name: string,
  { dimension, condition, denied }: Claim,
  { model, observation }: { model: Model; observation: Seen },
): boolean | null {
  if (isRobotIn(condition)) return (observation.room === condition.robot_in) !== denied;
  try {
    const canBe = (...states: string[]) => states.some((state) => model.holds({ state: [name, state] }));
    if (dimension === 'door' && !canBe('OPEN', 'CLOSED')) return null;
    if (dimension === 'power' && !canBe('ON', 'OFF')) return null;
    // A microwave that is hot is another matter than milk that was heated in it.
    if ((dimension === 'heat' || dimension === 'toast') && canBe('ON', 'OFF')) return null;
    return model.holds(condition) !== denied;
  } catch {
    return null;
  }
}

function isRobotIn(condition: unknown): condition is { robot_in: string } {
  return typeof condition === 'object' && condition !== null && 'robot_in' in condition;
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
