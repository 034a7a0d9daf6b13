/** A stack of its own for the blocks of every letter. */
import { type Arrangement, stacksOf, stackUpTo } from '../table/arrangement.ts';
import { letterOf } from '../table/scene.ts';
import { NO_BLOCK } from '../table/table_state.ts';
import type { CompiledGoal } from './compiled_goal.ts';
import { kindsOf } from './kinds.ts';

export class OrganizeGoal implements CompiledGoal {
  readonly kinds: readonly number[];
  /** Kind → how many blocks are of it. */
  readonly #counts: readonly number[];

  constructor(blocks: readonly string[]) {
    this.kinds = kindsOf(blocks.map(letterOf));
    const counts: number[] = [];
    for (const kind of this.kinds) counts[kind] = (counts[kind] ?? 0) + 1;
    this.#counts = counts;
  }

  /** Of every letter those at the bottom of one stack with nothing else below or between. */
  met(arrangement: Arrangement): { met: number; of: number } {
    const longest = this.#counts.map(() => 0);
    for (const { kind, run } of this.#piles(arrangement)) longest[kind] = Math.max(longest[kind]!, run);
    return { met: longest.reduce((sum, run) => sum + run, 0), of: this.kinds.length };
  }

  /**
   * Every block that is not at the bottom of its letter's stack is moved, and twice where it lies higher up on that same
   * stack: when it is taken away, what is below it has yet to go. A letter may start anew elsewhere, and moves all its blocks.
   */
  lowerBound(arrangement: Arrangement): number {
    const moves = [...this.#counts];
    for (const { kind, run, higherUp } of this.#piles(arrangement)) {
      moves[kind] = Math.min(moves[kind]!, this.#counts[kind]! - run + higherUp);
    }
    const held = arrangement.held === NO_BLOCK ? 0 : 1;
    return 2 * moves.reduce((sum, count) => sum + count, 0) - held;
  }

  isPromising(arrangement: Arrangement, surface: number): boolean {
    const kind = this.kinds[arrangement.held];
    return stackUpTo(surface, arrangement).every((block) => this.kinds[block] === kind);
  }

  /** Every stack as a home of the letter at its bottom: how many of it lie there without a break, and how many higher up. */
  #piles(arrangement: Arrangement): { kind: number; run: number; higherUp: number }[] {
    return stacksOf(arrangement).map((stack) => {
      const kind = this.kinds[stack[0]!]!;
      const firstOther = stack.findIndex((block) => this.kinds[block] !== kind);
      const run = firstOther < 0 ? stack.length : firstOther;
      const higherUp = stack.slice(run).filter((block) => this.kinds[block] === kind).length;
      return { kind, run, higherUp };
    });
  }
}
