import type { GoalStatus } from '../../env.ts';
import { GoalError } from '../../goal_error.ts';
import { type Arrangement, stacksOf, stackUpTo } from '../table/arrangement.ts';
import { letterOf } from '../table/scene.ts';
import { NO_BLOCK } from '../table/table_state.ts';
import type { CompiledGoal } from './compiled_goal.ts';
import { FactsGoal } from './facts_goal.ts';
import type { Goal } from './goal.ts';
import { SpellingGoal } from './spelling_goal.ts';

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

  /** Exact: one stack grows or shrinks, and the last block taken off may stay in the hand. */
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

export class OrganizeGoal implements CompiledGoal {
  readonly kinds: readonly number[];
  readonly #counts: readonly number[];

  constructor(blocks: readonly string[]) {
    this.kinds = kindsOf(blocks.map(letterOf));
    const counts: number[] = [];
    for (const kind of this.kinds) counts[kind] = (counts[kind] ?? 0) + 1;
    this.#counts = counts;
  }

  /** Per letter, the longest run from a stack's bottom with nothing else below or between. */
  met(arrangement: Arrangement): { met: number; of: number } {
    const longest = this.#counts.map(() => 0);
    for (const { kind, run } of this.#piles(arrangement)) longest[kind] = Math.max(longest[kind]!, run);
    return { met: longest.reduce((sum, run) => sum + run, 0), of: this.kinds.length };
  }

  /**
   * Blocks outside the bottom run of their letter's stack move once; those higher up on it twice, since what is below
   * them has yet to go. A letter may also start elsewhere and move all its blocks.
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

export function kindsOf(words: readonly string[]): number[] {
  const distinct = [...new Set(words)];
  return words.map((word) => distinct.indexOf(word));
}

/** Throws a GoalError that names what is missing, where these blocks can never meet the goal. */
export function compileGoal(goal: Goal, blocks: readonly string[]): CompiledGoal {
  switch (goal.kind) {
    case 'tower':
      return new TowerGoal(goal.height, blocks);
    case 'spelling':
      return new SpellingGoal(goal.word, blocks);
    case 'organize':
      return new OrganizeGoal(blocks);
    case 'facts':
      return new FactsGoal(goal.facts, blocks);
  }
}

export function judge(goal: CompiledGoal, arrangement: Arrangement): GoalStatus {
  const { met, of } = goal.met(arrangement);
  return { success: met === of, share: met / of };
}
