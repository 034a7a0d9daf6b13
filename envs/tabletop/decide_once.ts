/**
 * What the arm makes of an action is decided once: what was rehearsed need not be computed again when it is done, nor what
 * another episode did at the same table before.
 *
 * What is decided depends on the table, the state, the action, the seed and how many actions were done, and on nothing else. So it
 * is the same wherever it is looked up, and that it is looked up shows in no result.
 */
import { type CarriedOut, carryOut, type Workbench } from './carry_out.ts';
import type { Move } from './rules.ts';
import type { TableState } from './table/table_state.ts';

/** As `carryOut`. */
export type Decide = (state: TableState, move: Move, actionsDone: number) => CarriedOut;

/** Seed → its worlds' `Decide`. */
export type Decisions = (seed: number) => Decide;

type Decided = { readonly of: Decisions; readonly seed: number; readonly decide: Decide };

/**
 * Of the world that was made last; worlds made before it keep what is theirs. Episodes at one table come one after the other,
 * and hold no more memory when they are over than one of them.
 */
let latest: Decided | null = null;

/** For all worlds at one table; those of one seed share what was decided, as long as no other world is made between them. */
export function decisionsAt(bench: Workbench): Decisions {
  const decisions: Decisions = (seed) => {
    if (latest?.of !== decisions || latest.seed !== seed)
      latest = { of: decisions, seed, decide: decideOnce(bench, seed) };
    return latest.decide;
  };
  return decisions;
}

function decideOnce(bench: Workbench, seed: number): Decide {
  const outcome = (state: TableState, move: Move, actionsDone: number) =>
    carryOut(state, move, { ...bench, drawKey: { seed, actionsDone } });
  // Without an arm it is sooner decided than looked up.
  if (bench.arm === null) return outcome;
  const decided = new Map<string, CarriedOut>();
  return (state, move, actionsDone) => {
    const key = JSON.stringify([actionsDone, move.verb, move.block, move.surface, state]);
    const result = decided.get(key) ?? outcome(state, move, actionsDone);
    decided.set(key, result);
    return result;
  };
}
