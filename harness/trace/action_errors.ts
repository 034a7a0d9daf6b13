/**
 * Error kinds of Embodied Agent Interface (Li et al. 2024, arXiv 2410.07166, section 4): grammar and execution.
 * `motion` and `chance` are ours. Each world classifies its own preconditions (`envs/WORLD/world.ts`).
 */
import type { MistakeKind } from '../../envs/world.ts';
import type { DiscardKind } from '../../planners/planner.ts';

export const ERROR_KINDS = [
  /** A reply, or a part of it, that cannot be read or calls an unknown function. */
  'parse',
  'hallucinated_object',
  'argument',
  /** A precondition fails that an earlier action could have established. */
  'missing_step',
  /** The same, where the action was possible at an earlier moment of the episode. */
  'wrong_order',
  /** No earlier action can make the object allow it. */
  'affordance',
  /** The requested effect already holds. */
  'additional_step',
  /** Ours: the rules allow it, but the arm finds no grasp or way within its limits. */
  'motion',
  /** Chance in the robot or world, no planner's mistake. */
  'chance',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** `wasPossible`: the same action was possible at an earlier moment of the episode. */
export function errorOfMistake(mistake: MistakeKind, wasPossible: boolean): ErrorKind {
  if (mistake !== 'timing') return mistake;
  return wasPossible ? 'wrong_order' : 'missing_step';
}

/** Null for a discard that is no mistake. */
export function errorOfDiscard(kind: DiscardKind): ErrorKind | null {
  if (kind === 'prose' || kind === 'not_asked') return null;
  return kind === 'argument' ? 'argument' : 'parse';
}
