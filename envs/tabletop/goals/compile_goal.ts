import type { GoalStatus } from '../../env.ts';
import { GoalError } from '../../goal_error.ts';
import { type Arrangement, NO_BLOCK, stacksOf, stackUpTo } from '../table/arrangement.ts';
import { letterOf } from '../table/table.ts';
import { factsGoal } from './facts_goal.ts';
import type { CompiledGoal, Goal } from './goal.ts';

/** Throws a GoalError if the blocks can never meet the goal. */
export function compileGoal(goal: Goal, blocks: readonly string[]): CompiledGoal {
  switch (goal.kind) {
    case 'tower':
      return towerGoal(goal.height, blocks);
    case 'spelling':
      return spellingGoal(goal.word, blocks);
    case 'organize':
      return organizeGoal(blocks);
    case 'facts':
      return factsGoal(goal.facts, blocks);
  }
}

export function judge(goal: CompiledGoal, arrangement: Arrangement): GoalStatus {
  const { met, of } = goal.met(arrangement);
  return { success: met === of, share: met / of };
}

function countHeld(held: number): number {
  return held === NO_BLOCK ? 0 : 1;
}

export function towerGoal(height: number, blocks: readonly string[]): CompiledGoal {
  if (blocks.length < height) {
    throw new GoalError(`a tower of ${height} needs ${height} blocks; the scene has ${blocks.length}`);
  }
  return {
    kinds: blocks.map(() => 0),
    met(arrangement) {
      const counts = stacksOf(arrangement).map(({ length }) => height - Math.abs(height - length));
      return { met: Math.max(0, ...counts), of: height };
    },
    // Exact; the last removed block may stay in the hand.
    lowerBound(arrangement) {
      const holds = countHeld(arrangement.held);
      const costs = stacksOf(arrangement).map(({ length }) =>
        length < height ? 2 * (height - length) - holds : 2 * (length - height) - 1 + holds,
      );
      return Math.min(2 * height - holds, ...costs);
    },
    isPromising: (arrangement, surface) => stackUpTo(surface, arrangement).length < height,
  };
}

export function organizeGoal(blocks: readonly string[]): CompiledGoal {
  const letters = blocks.map(letterOf);
  const distinct = [...new Set(letters)];
  const kinds = letters.map((letter) => distinct.indexOf(letter));
  const counts = distinct.map((_, kind) => countOf(kind, kinds));
  const pilesOf = (arrangement: Arrangement) =>
    stacksOf(arrangement).map((stack) => {
      const kind = kinds[stack[0]!]!;
      const firstOther = stack.findIndex((block) => kinds[block] !== kind);
      const run = firstOther < 0 ? stack.length : firstOther;
      const higherUp = stack.slice(run).filter((block) => kinds[block] === kind).length;
      return { kind, run, higherUp };
    });
  return {
    kinds,
    met(arrangement) {
      const longest = counts.map(() => 0);
      for (const { kind, run } of pilesOf(arrangement)) longest[kind] = Math.max(longest[kind]!, run);
      return { met: longest.reduce((sum, run) => sum + run, 0), of: kinds.length };
    },
    // Blocks outside the bottom run move once, those above it on the same stack twice.
    lowerBound(arrangement) {
      const moves = [...counts];
      for (const { kind, run, higherUp } of pilesOf(arrangement)) {
        moves[kind] = Math.min(moves[kind]!, counts[kind]! - run + higherUp);
      }
      return 2 * moves.reduce((sum, count) => sum + count, 0) - countHeld(arrangement.held);
    },
    isPromising: (arrangement, surface) =>
      stackUpTo(surface, arrangement).every((block) => kinds[block] === kinds[arrangement.held]),
  };
}

function countOf(kind: number, kinds: readonly number[]): number {
  return kinds.reduce((count, other) => count + (other === kind ? 1 : 0), 0);
}

const OTHER = -1;

type Spelling = { word: readonly number[]; kinds: readonly number[]; spare: readonly number[] };

export function spellingGoal(text: string, blocks: readonly string[]): CompiledGoal {
  const spelling = spellingOf(text, blocks);
  const { word, kinds } = spelling;
  return {
    kinds,
    met(arrangement) {
      const right = stacksOf(arrangement).map(
        (stack) => rightOf(stack, spelling) - Math.max(0, stack.length - word.length),
      );
      return { met: Math.max(0, ...right), of: word.length };
    },
    lowerBound(arrangement) {
      const stacked = { ...spelling, stacks: stacksOf(arrangement), held: arrangement.held };
      let least = costOn({ home: -1, right: 0 }, stacked);
      for (const [home, stack] of stacked.stacks.entries()) {
        for (let right = rightOf(stack, spelling); right > 0; right--) {
          least = Math.min(least, costOn({ home, right }, stacked));
        }
      }
      return least;
    },
    isPromising(arrangement, surface) {
      const stack = stackUpTo(surface, arrangement);
      const isRight = rightOf(stack, spelling) === stack.length;
      return isRight && stack.length < word.length && kinds[arrangement.held] === word[stack.length];
    },
  };
}

function spellingOf(text: string, blocks: readonly string[]): Spelling {
  const letters = [...text.toUpperCase()].reverse();
  const distinct = [...new Set(letters)];
  const word = letters.map((letter) => distinct.indexOf(letter));
  const kinds = blocks.map((name) => distinct.indexOf(letterOf(name)));
  const spare = distinct.map((letter, kind) => {
    const [there, needed] = [countOf(kind, kinds), countOf(kind, word)];
    if (there >= needed) return there - needed;
    const blocks = `${needed} ${needed === 1 ? 'block' : 'blocks'} with the letter ${letter}`;
    throw new GoalError(`${JSON.stringify(text)} needs ${blocks}; the scene has ${there}`);
  });
  return { word, kinds, spare };
}

function rightOf(stack: readonly number[], { word, kinds }: Spelling): number {
  const wrong = stack.findIndex((block, at) => kinds[block] !== word[at]);
  return wrong < 0 ? stack.length : wrong;
}

type Stacked = Spelling & { stacks: readonly number[][]; held: number };

function costOn({ home, right }: { home: number; right: number }, stacked: Stacked): number {
  const { word, kinds, spare, stacks, held } = stacked;
  const holds = countHeld(held);
  if (right === word.length) return 2 * (stacks[home]!.length - right) - 1 + holds;
  const rest = word.slice(right);
  const isNeeded = (block: number) => {
    const kind = kinds[block]!;
    return kind !== OTHER && spare[kind] === 0 && rest.includes(kind);
  };
  const moved = spare.map(() => 0);
  let moves = 0;
  const move = (block: number, times: number) => {
    moves += times;
    const kind = kinds[block]!;
    if (kind !== OTHER) moved[kind]!++;
  };
  if (held !== NO_BLOCK) move(held, 1);
  for (const [index, stack] of stacks.entries()) {
    if (index === home) {
      for (const block of stack.slice(right)) move(block, isNeeded(block) ? 2 : 1);
      continue;
    }
    // A needed block moves with all above it; twice if a block below it also precedes it in the word.
    let lowestSlot = Infinity; // the lowest of the latest slots of needed blocks
    for (const block of stack) {
      const kind = kinds[block]!;
      if (isNeeded(block)) {
        move(block, rest.indexOf(kind) > lowestSlot ? 2 : 1);
        lowestSlot = Math.min(lowestSlot, rest.lastIndexOf(kind));
      } else if (lowestSlot !== Infinity) move(block, 1);
    }
  }
  for (const kind of moved.keys()) moves += Math.max(0, countOf(kind, rest) - moved[kind]!);
  return 2 * moves - holds;
}
