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
