/**
 * Goals made quick: quantifiers are unrolled over a house once, then judged after every action.
 *
 * The share of a goal is the weighted mean of its conjuncts' shares. Within a conjunct `and` is the mean of its parts,
 * `or` and `exists` are as good as their best, `forall` is the share of instances that hold, `count` the share of the
 * number asked for; everything else holds or does not. So the share is 1 exactly when the goal holds.
 *
 * @module
 */
import type { GoalStatus } from '../../env.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { Goal } from './goal.ts';
import { atomCheck } from './goal_atoms.ts';
import { type GroundCondition, type GroundingContext, groundCondition } from './ground_goal.ts';
import { NodeIndex } from './node_index.ts';

/** What has been, as far as `ever` and `then` ask for it; copied by `slice()`. */
export type GoalMemory = Uint8Array;

export type CompiledGoal = {
  /** The conjuncts, unrolled. */
  readonly conjuncts: readonly GroundCondition[];
  /** A memory in which nothing has been. */
  begin(): GoalMemory;
  /** Takes note of a state and judges it. Call it once at the start, then once after every action carried out. */
  judge(state: HouseholdState, memory: GoalMemory): GoalStatus;
};

type Check = (state: HouseholdState, memory: GoalMemory) => boolean;
type Share = (state: HouseholdState, memory: GoalMemory) => number;
type Judge = { readonly holds: Check; readonly share: Share };

type Compiler = {
  /** Update memory, inner ones first. */
  readonly latches: ((state: HouseholdState, memory: GoalMemory) => void)[];
  slots: number;
};

/** Unrolls a goal over the house of `initial`, which is its state before the first action. Throws a GoalError. */
export function compileGoal(goal: Goal, initial: HouseholdState): CompiledGoal {
  const context: GroundingContext = { initial, nodes: new NodeIndex(initial), size: 0, isInitial: false };
  const compiler: Compiler = { latches: [], slots: 0 };
  const conjuncts = goal.map(({ that }) => groundCondition(context, that));
  const judges = conjuncts.map((condition) => compile(compiler, condition));
  const weights = goal.reduce((sum, { weight }) => sum + weight, 0);
  return {
    conjuncts,
    begin: () => new Uint8Array(compiler.slots),
    judge(state, memory) {
      for (const latch of compiler.latches) latch(state, memory);
      let met = 0;
      let success = true;
      for (const [index, { holds, share }] of judges.entries()) {
        met += goal[index]!.weight * share(state, memory);
        success &&= holds(state, memory);
      }
      return { success, share: met / weights };
    },
  };
}

function compile(compiler: Compiler, condition: GroundCondition): Judge {
  switch (condition.kind) {
    case 'atom':
      return whole(atomCheck(condition));
    case 'not': {
      const { holds } = compile(compiler, condition.part);
      return whole((state, memory) => !holds(state, memory));
    }
    case 'ever':
      return ever(compiler, compile(compiler, condition.part));
    case 'then': {
      const [first, second] = condition.parts;
      return then(compiler, compile(compiler, first), compile(compiler, second));
    }
  }
  const parts = condition.parts.map((part) => compile(compiler, part));
  switch (condition.kind) {
    case 'and':
      return conjunction(parts);
    case 'or':
      return disjunction(parts);
    case 'forall':
      return universal(parts);
    case 'count':
      return counting(parts, condition.atLeast);
  }
}

function whole(holds: Check): Judge {
  return { holds, share: (state, memory) => (holds(state, memory) ? 1 : 0) };
}

function conjunction(parts: readonly Judge[]): Judge {
  return {
    holds: (state, memory) => parts.every(({ holds }) => holds(state, memory)),
    share: (state, memory) => parts.reduce((sum, { share }) => sum + share(state, memory), 0) / parts.length,
  };
}

function disjunction(parts: readonly Judge[]): Judge {
  return {
    holds: (state, memory) => parts.some(({ holds }) => holds(state, memory)),
    share: (state, memory) => parts.reduce((best, { share }) => Math.max(best, share(state, memory)), 0),
  };
}

function universal(parts: readonly Judge[]): Judge {
  return {
    holds: (state, memory) => parts.every(({ holds }) => holds(state, memory)),
    share: (state, memory) => (parts.length === 0 ? 1 : met(parts, state, memory) / parts.length),
  };
}

function counting(parts: readonly Judge[], atLeast: number): Judge {
  return {
    holds: (state, memory) => met(parts, state, memory) >= atLeast,
    share: (state, memory) => Math.min(1, met(parts, state, memory) / atLeast),
  };
}

function met(parts: readonly Judge[], state: HouseholdState, memory: GoalMemory): number {
  return parts.reduce((sum, { holds }) => (holds(state, memory) ? sum + 1 : sum), 0);
}

/** It has held at some moment, the first included. */
function ever(compiler: Compiler, { holds }: Judge): Judge {
  const been = compiler.slots++;
  compiler.latches.push((state, memory) => {
    if (holds(state, memory)) memory[been] = 1;
  });
  return whole((_, memory) => memory[been] === 1);
}

/** The first has held at some moment, the second at a later one. */
function then(compiler: Compiler, first: Judge, second: Judge): Judge {
  const begun = compiler.slots++;
  const done = compiler.slots++;
  compiler.latches.push((state, memory) => {
    if (memory[begun] === 1 && second.holds(state, memory)) memory[done] = 1;
    if (first.holds(state, memory)) memory[begun] = 1;
  });
  return whole((_, memory) => memory[done] === 1);
}
