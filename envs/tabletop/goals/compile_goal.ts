import type { GoalStatus } from '../../env.ts';
import { GoalError } from '../../goal_error.ts';
import { type Arrangement, NO_BLOCK, stacksOf, stackUpTo } from '../table/arrangement.ts';
import { letterOf } from '../table/table.ts';
import { FactsGoal } from './facts_goal.ts';
import type { CompiledGoal, Goal } from './goal.ts';

/** Top to bottom, by letter: equal letters are interchangeable. */
const OTHER = -1;

export class SpellingGoal implements CompiledGoal {
  readonly kinds: readonly number[];
  readonly #word: readonly number[];
  readonly #spare: readonly number[];

  constructor(word: string, blocks: readonly string[]) {
    const letters = [...word.toUpperCase()].reverse();
    const distinct = [...new Set(letters)];
    this.#word = letters.map((letter) => distinct.indexOf(letter));
    this.kinds = blocks.map((name) => distinct.indexOf(letterOf(name)));
    this.#spare = distinct.map((letter, kind) => {
      const there = this.kinds.filter((other) => other === kind).length;
      const needed = this.#word.filter((other) => other === kind).length;
      if (there < needed) {
        const wanted = `${needed} ${needed === 1 ? 'block' : 'blocks'} of the letter ${letter}`;
        throw new GoalError(
          `${JSON.stringify(word)} needs ${wanted}, and there ${there === 1 ? 'is 1' : `are ${there}`}`,
        );
      }
      return there - needed;
    });
  }

  met(arrangement: Arrangement): { met: number; of: number } {
    const of = this.#word.length;
    const right = stacksOf(arrangement).map((stack) => this.#rightOf(stack) - Math.max(0, stack.length - of));
    return { met: Math.max(0, ...right), of };
  }

  #rightOf(stack: readonly number[]): number {
    const wrong = stack.findIndex((block, at) => this.kinds[block] !== this.#word[at]);
    return wrong < 0 ? stack.length : wrong;
  }

  /** The least over where the word may end up: on a stack's right blocks, which stay, or elsewhere. */
  lowerBound(arrangement: Arrangement): number {
    const stacks = stacksOf(arrangement);
    let least = this.#costOn(stacks, arrangement.held, { home: -1, kept: 0 });
    for (const [home, stack] of stacks.entries()) {
      for (let kept = this.#rightOf(stack); kept > 0; kept--) {
        least = Math.min(least, this.#costOn(stacks, arrangement.held, { home, kept }));
      }
    }
    return least;
  }

  #costOn(stacks: readonly number[][], held: number, { home, kept }: Home): number {
    const holds = held === NO_BLOCK ? 0 : 1;
    if (kept === this.#word.length) return 2 * (stacks[home]!.length - kept) - 1 + holds;
    const rest = this.#word.slice(kept);
    const moved = this.#spare.map(() => 0);
    let moves = 0;
    const move = (block: number, times = 1) => {
      moves += times;
      const kind = this.kinds[block]!;
      if (kind !== OTHER) moved[kind]!++;
    };
    if (held !== NO_BLOCK) move(held);
    for (const [index, stack] of stacks.entries()) {
      if (index === home) for (const block of stack.slice(kept)) move(block, this.#isNeeded(block, rest) ? 2 : 1);
      else this.#countElsewhere(stack, rest, move);
    }
    for (const kind of moved.keys()) moves += Math.max(0, countOf(kind, rest) - moved[kind]!);
    return 2 * moves - holds;
  }

  /** A needed block moves with all above it; twice, where a block below it also comes below it in the word. */
  #countElsewhere(
    stack: readonly number[],
    rest: readonly number[],
    move: (block: number, times: number) => void,
  ): void {
    let lowestSlot = Number.POSITIVE_INFINITY; // of the latest slots of the needed blocks below
    for (const block of stack) {
      const isNeeded = this.#isNeeded(block, rest);
      const kind = this.kinds[block]!;
      if (isNeeded) move(block, rest.indexOf(kind) > lowestSlot ? 2 : 1);
      else if (lowestSlot !== Number.POSITIVE_INFINITY) move(block, 1);
      if (isNeeded) lowestSlot = Math.min(lowestSlot, rest.lastIndexOf(kind));
    }
  }

  #isNeeded(block: number, rest: readonly number[]): boolean {
    const kind = this.kinds[block]!;
    return kind !== OTHER && this.#spare[kind] === 0 && rest.includes(kind);
  }

  isPromising(arrangement: Arrangement, surface: number): boolean {
    const stack = stackUpTo(surface, arrangement);
    const isRight = this.#rightOf(stack) === stack.length;
    return isRight && stack.length < this.#word.length && this.kinds[arrangement.held] === this.#word[stack.length];
  }
}

type Home = {
  readonly home: number;
  readonly kept: number;
};

function countOf(kind: number, kinds: readonly number[]): number {
  return kinds.reduce((count, other) => count + (other === kind ? 1 : 0), 0);
}

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
