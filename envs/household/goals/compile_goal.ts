/** Shares follow README, "Goals". */
import type { GoalStatus } from '../../env.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { Goal } from './goal.ts';
import { atomCheck, type GroundCondition, type GroundingContext, groundCondition, nodeLists } from './ground_goal.ts';

export type GoalMemory = Uint8Array;

export type CompiledGoal = Readonly<ReturnType<typeof compileGoal>>;

/** In [0, 1]; the condition holds at 1. */
type Share = (state: HouseholdState, memory: GoalMemory) => number;

type Compiler = { readonly latches: ((state: HouseholdState, memory: GoalMemory) => void)[]; slots: number };

/** Throws a GoalError. */
export function compileGoal(goal: Goal, initial: HouseholdState) {
  const context: GroundingContext = { initial, nodes: nodeLists(initial), size: 0, isInInitially: false };
  const compiler: Compiler = { latches: [], slots: 0 };
  const conjuncts = goal.map(({ that }) => groundCondition(context, that));
  const shares = conjuncts.map((condition) => compile(compiler, condition));
  const weights = goal.reduce((sum, { weight }) => sum + weight, 0);
  return {
    conjuncts,
    begin: (): GoalMemory => new Uint8Array(compiler.slots),
    judge(state: HouseholdState, memory: GoalMemory): GoalStatus {
      for (const latch of compiler.latches) latch(state, memory);
      let weighted = 0;
      let success = true;
      for (const [index, shareOf] of shares.entries()) {
        const share = shareOf(state, memory);
        weighted += goal[index]!.weight * share;
        success &&= share === 1;
      }
      return { success, share: weighted / weights };
    },
  };
}

/** A mean of shares can round to 1 although one is lower. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

function compile(compiler: Compiler, condition: GroundCondition): Share {
  switch (condition.kind) {
    case 'atom': {
      const holds = atomCheck(condition);
      return (state) => (holds(state) ? 1 : 0);
    }
    case 'not': {
      const part = compile(compiler, condition.part);
      return (state, memory) => (part(state, memory) === 1 ? 0 : 1);
    }
    case 'ever':
      return ever(compiler, compile(compiler, condition.part));
    case 'then': {
      const [first, second] = condition.parts;
      return then(compiler, compile(compiler, first), compile(compiler, second));
    }
  }
  const parts = condition.parts.map((part) => compile(compiler, part));
  const countHolding: Share = (state, memory) =>
    parts.reduce((sum, part) => sum + (part(state, memory) === 1 ? 1 : 0), 0);
  switch (condition.kind) {
    case 'and':
      return (state, memory) => {
        const shares = parts.map((part) => part(state, memory));
        if (shares.every((share) => share === 1)) return 1;
        return Math.min(BELOW_ONE, shares.reduce((sum, share) => sum + share, 0) / shares.length);
      };
    case 'or':
      return (state, memory) => parts.reduce((best, part) => Math.max(best, part(state, memory)), 0);
    case 'forall':
      return parts.length === 0 ? () => 1 : (state, memory) => countHolding(state, memory) / parts.length;
    case 'count':
      return (state, memory) => Math.min(1, countHolding(state, memory) / condition.atLeast);
  }
}

function ever(compiler: Compiler, part: Share): Share {
  const slot = compiler.slots++;
  compiler.latches.push((state, memory) => {
    if (part(state, memory) === 1) memory[slot] = 1;
  });
  return (_, memory) => memory[slot]!;
}

function then(compiler: Compiler, first: Share, second: Share): Share {
  const firstSlot = compiler.slots++;
  const secondSlot = compiler.slots++;
  compiler.latches.push((state, memory) => {
    if (memory[firstSlot] === 1 && second(state, memory) === 1) memory[secondSlot] = 1;
    if (first(state, memory) === 1) memory[firstSlot] = 1;
  });
  return (_, memory) => memory[secondSlot]!;
}
