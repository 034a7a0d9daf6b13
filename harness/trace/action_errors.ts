/**
 * The taxonomy of mistakes: what kind of error a refused action is, or a line of a reply that was thrown away.
 *
 * The kinds are those of Embodied Agent Interface (Li et al. 2024, arXiv 2410.07166, section 4): mistakes of grammar (parse,
 * hallucinated object, argument) and of execution (missing step, wrong order, affordance, additional step). What the world
 * did of its own accord, such as a controller that failed, is nobody's mistake and stands apart. Each world says which of its
 * preconditions is which (`envs/WORLD/world.ts`).
 */
import type { MistakeKind } from '../../envs/world.ts';
import type { DiscardKind } from '../../planners/planner.ts';

export const ERROR_KINDS = [
  /** A reply, or a part of it, that cannot be read, or calls what is not offered. */
  'parse',
  /** The world has no such object. */
  'hallucinated_object',
  /** A wrong number of arguments, or arguments that are none. */
  'argument',
  /** A precondition does not hold that an action before could have brought about, */
  'missing_step',
  /** and the same action would have been carried out at an earlier moment of the episode. */
  'wrong_order',
  /** The object does not allow it, whatever is done before. */
  'affordance',
  /** What is asked for is so already. */
  'additional_step',
  /** The rules allow it, but the arm has no free grasp or way, or gave up looking for one; ours, for worlds with an arm. */
  'motion',
  /** The robot or the world failed by chance. */
  'chance',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** `wasPossible` says whether the same action would have been carried out at an earlier moment of the episode. */
export function errorOfMistake(mistake: MistakeKind, wasPossible: boolean): ErrorKind {
  if (mistake !== 'timing') return mistake;
  return wasPossible ? 'wrong_order' : 'missing_step';
}

/** Which mistake a discarded part of a reply is; null for what is none. */
export function errorOfDiscard(kind: DiscardKind): ErrorKind | null {
  switch (kind) {
    case 'malformed':
    case 'unknown_function':
    case 'too_much':
      return 'parse';
    case 'argument':
      return 'argument';
    case 'prose':
    case 'not_asked':
      return null;
  }
}
