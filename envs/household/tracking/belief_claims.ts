/** What a belief claims of the world, attribute by attribute, and what of it is true. */
import { z } from 'zod';
import type { Model } from '../../env.ts';
import { type Claim, knownIn, partsOf, readClaim, type Seen } from './lexicon.ts';

/** What a belief must look like to be judged: any planner or tracker that tells it in this form is measured. */
const beliefSchema = z.object({
  keyObjects: z.array(z.object({ name: z.string(), attributes: z.array(z.string()) })),
});

/** One attribute, or part of one, of one thing. */
export type JudgedClaim = {
  readonly name: string;
  readonly attribute: string;
  /** What it says; null where the lexicon cannot say, or where it is about what the thing cannot be. */
  readonly claim: Claim | null;
  readonly isTrue: boolean;
};

/** A claim that could be held against the world. */
export type CoveredClaim = JudgedClaim & { readonly claim: Claim };

/** A world as it is, and what the robot sees of it. */
export type Now = { readonly model: Model; readonly observation: Seen };

/** The claims of a belief in order, or null where it is in a form of its own. */
export function judgedClaims(belief: unknown, now: Now): readonly JudgedClaim[] | null {
  const parsed = beliefSchema.safeParse(belief);
  if (!parsed.success) return null;
  const known = knownIn(now.observation);
  return parsed.data.keyObjects.flatMap(({ name, attributes }) =>
    attributes.flatMap(partsOf).map((attribute): JudgedClaim => {
      const claim = readClaim(name, attribute, known);
      const verdict = claim === null ? null : isTrue(name, claim, now);
      return { name, attribute, claim: verdict === null ? null : claim, isTrue: verdict === true };
    }),
  );
}

export function isCovered(judged: JudgedClaim): judged is CoveredClaim {
  return judged.claim !== null;
}

/** Null where the claim is about what the thing cannot be, such as a mug that is on, or names what the world does not have. */
export function isTrue(name: string, { dimension, condition, denied }: Claim, { model, observation }: Now) {
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
