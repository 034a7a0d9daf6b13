/**
 * The atoms of a goal, each with whether the goal wants it or does not.
 *
 * @module
 */
import type { GroundAtom } from '../goals/goal_atoms.ts';
import type { GroundCondition } from '../goals/ground_goal.ts';

export type PolarAtom = {
  readonly ground: GroundAtom;
  /** Under an odd number of negations. */
  readonly denied: boolean;
};

export function polarAtoms(conditions: readonly GroundCondition[], denied = false): PolarAtom[] {
  return conditions.flatMap((condition): PolarAtom[] => {
    switch (condition.kind) {
      case 'atom':
        return [{ ground: condition, denied }];
      case 'not':
        return polarAtoms([condition.part], !denied);
      case 'ever':
        return polarAtoms([condition.part], denied);
      default:
        return polarAtoms(condition.parts, denied);
    }
  });
}

/** Whether a goal asks about the past. */
export function asksAboutPast(conditions: readonly GroundCondition[], kinds: readonly string[]): boolean {
  return conditions.some((condition): boolean => {
    if (kinds.includes(condition.kind)) return true;
    if (condition.kind === 'atom') return false;
    return asksAboutPast('parts' in condition ? condition.parts : [condition.part], kinds);
  });
}
