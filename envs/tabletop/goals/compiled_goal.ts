import type { Arrangement } from '../table/arrangement.ts';

export interface CompiledGoal {
  /** `met` equals `of` exactly where the goal holds. */
  met(arrangement: Arrangement): { readonly met: number; readonly of: number };
  /** No plan from an arrangement with an unmet goal has fewer actions. */
  lowerBound(arrangement: Arrangement): number;
  /** Exchanging two blocks of one kind makes no difference to the goal. */
  readonly kinds: readonly number[];
  /** Whether the held block may stay on `surface`; elsewhere it is in the way at least as on the table. */
  isPromising(arrangement: Arrangement, surface: number): boolean;
}
