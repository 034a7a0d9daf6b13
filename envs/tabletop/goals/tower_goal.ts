/** A tower of so many blocks, no matter which. */
import { GoalError } from '../../goal_error.ts';
import { type Arrangement, stacksOf, stackUpTo } from '../table/arrangement.ts';
import { NO_BLOCK } from '../table/table_state.ts';
import type { CompiledGoal } from './compiled_goal.ts';

export class TowerGoal implements CompiledGoal {
  readonly kinds: readonly number[];
  readonly #height: number;

  constructor(height: number, blocks: readonly string[]) {
    if (blocks.length < height) {
      const missing = height - blocks.length;
      const more = `${missing} more ${missing === 1 ? 'block' : 'blocks'}`;
      throw new GoalError(`a tower of ${height} needs ${more} than the ${blocks.length} there are`);
    }
    this.kinds = blocks.map(() => 0);
    this.#height = height;
  }

  met(arrangement: Arrangement): { met: number; of: number } {
    const right = stacksOf(arrangement).map(({ length }) => this.#height - Math.abs(this.#height - length));
    return { met: Math.max(0, ...right), of: this.#height };
  }

  /** The real distance: blocks are added to or taken off one stack, and the last one taken off need not be put down. */
  lowerBound(arrangement: Arrangement): number {
    const holds = arrangement.held === NO_BLOCK ? 0 : 1;
    const costs = stacksOf(arrangement).map(({ length }) =>
      length < this.#height ? 2 * (this.#height - length) - holds : 2 * (length - this.#height) - 1 + holds,
    );
    return Math.min(2 * this.#height - holds, ...costs);
  }

  isPromising(arrangement: Arrangement, surface: number): boolean {
    return stackUpTo(surface, arrangement).length < this.#height;
  }
}
