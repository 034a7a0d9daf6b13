/** Error kinds of Embodied Agent Interface (Li et al. 2024, arXiv 2410.07166, section 4); `motion` and `chance` are ours. */
import type { MistakeKind } from '../../envs/world.ts';
import type { DiscardKind } from '../../planners/planner.ts';

export const ERROR_KINDS = [
  /** An unreadable reply or part, or an unknown function. */
  'parse',
  'hallucinated_object',
  'argument',
  /** An earlier action could have established the precondition. */
  'missing_step',
  /** The action was possible earlier in the episode. */
  'wrong_order',
  /** No action can make the object allow it. */
  'affordance',
  'additional_step',
  /** The rules allow the action, but the arm finds no way within its limits. */
  'motion',
  /** Chance in the world, not the planner's mistake. */
  'chance',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

export function errorOfMistake(mistake: MistakeKind, wasPossible: boolean): ErrorKind {
  if (mistake !== 'timing') return mistake;
  return wasPossible ? 'wrong_order' : 'missing_step';
}

/** Null for a discard that is not a mistake. */
export function errorOfDiscard(kind: DiscardKind): ErrorKind | null {
  if (kind === 'prose' || kind === 'not_asked') return null;
  return kind === 'argument' ? 'argument' : 'parse';
}
