import { z } from 'zod';
import type { Model } from '../../env.ts';
import { type Claim, partsOf, readClaim, type Seen, vocabularyOf } from './lexicon.ts';

const beliefSchema = z.object({ keyObjects: z.array(z.object({ name: z.string(), attributes: z.array(z.string()) })) });

export type JudgedClaim = Readonly<{
  name: string;
  attribute: string;
  claim: Claim | null;
  isTrue: boolean;
}>;

export type CoveredClaim = JudgedClaim & { readonly claim: Claim };

export type Now = Readonly<{ model: Model; observation: Seen }>;

export function judgedClaims(belief: unknown, now: Now): readonly JudgedClaim[] | null {
  const parsed = beliefSchema.safeParse(belief);
  if (!parsed.success) return null;
  const vocabulary = vocabularyOf(now.observation);
  return parsed.data.keyObjects.flatMap(({ name, attributes }) =>
    attributes.flatMap(partsOf).map((attribute): JudgedClaim => {
      const claim = readClaim(name, attribute, vocabulary);
      const verdict = claim === null ? null : isTrue(name, claim, now);
      return { name, attribute, claim: verdict === null ? null : claim, isTrue: verdict === true };
    }),
  );
}

export function isCovered(judged: JudgedClaim): judged is CoveredClaim {
  return judged.claim !== null;
}

export function regardOf({ name, claim }: CoveredClaim): string {
  return `${claim.dimension} ${name}`;
}

export function trueRegards(claims: readonly CoveredClaim[]): ReadonlySet<string> {
  return new Set(claims.filter(({ isTrue, claim }) => isTrue && !claim.denied).map(regardOf));
}

export function claimText({ name, attribute }: JudgedClaim): string {
  return `${name}: ${attribute}`;
}

/** Null if the claim does not apply to the thing ("on" for a mug) or names something outside the world. */
export function isTrue(name: string, { dimension, condition, denied }: Claim, { model, observation }: Now) {
  if (isRobotIn(condition)) return (observation.room === condition.robot_in) !== denied;
  try {
    const canBe = (...states: string[]) => states.some((state) => model.holds({ state: [name, state] }));
    if (dimension === 'door' && !canBe('OPEN', 'CLOSED')) return null;
    if (dimension === 'power' && !canBe('ON', 'OFF')) return null;
    // A hot microwave is not the same as milk that was heated in it.
    if ((dimension === 'heat' || dimension === 'toast') && canBe('ON', 'OFF')) return null;
    return model.holds(condition) !== denied;
  } catch {
    return null;
  }
}

function isRobotIn(condition: unknown): condition is { robot_in: string } {
  return typeof condition === 'object' && condition !== null && 'robot_in' in condition;
}
