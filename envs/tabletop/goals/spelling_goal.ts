/** Top to bottom, by letter: equal letters are interchangeable. */
import { GoalError } from '../../goal_error.ts';
import { type Arrangement, stacksOf, stackUpTo } from '../table/arrangement.ts';
import { letterOf } from '../table/scene.ts';
import { NO_BLOCK } from '../table/table_state.ts';
import type { CompiledGoal } from './compiled_goal.ts';

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
