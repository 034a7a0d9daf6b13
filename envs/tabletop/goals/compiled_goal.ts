/** A goal bound to the blocks of a scene: how much of it holds, and what a search for a plan needs to know. */
import type { Arrangement } from '../table/arrangement.ts';

export interface CompiledGoal {
  /** How many blocks are in the right place, or facts hold, of how many; all of them exactly where the goal holds. */
  met(arrangement: Arrangement): { readonly met: number; readonly of: number };
  /** No plan from an arrangement in which the goal does not hold has fewer actions. */
  lowerBound(arrangement: Arrangement): number;
  /** Block → its kind; exchanging two of one kind makes no difference to the goal. */
  readonly kinds: readonly number[];
  /**
   * Whether the block in the hand may be put on a block for good, as far as the goal goes. Everywhere else it is in the
   * way as much as on the table, or more, so that no plan needs it there.
   */
  isPromising(arrangement: Arrangement, surface: number): boolean;
}
