/** Outcomes depend only on table, state, action, seed and number of actions done, so sharing shows in no result. */
import { type CarriedOut, carryOut, type Workbench } from './carry_out.ts';
import type { Move } from './rules.ts';
import type { TableState } from './table/table_state.ts';

export type Decide = (state: TableState, move: Move, actionsDone: number) => CarriedOut;

export type Decisions = (seed: number) => Decide;

type Decided = { readonly of: Decisions; readonly seed: number; readonly decide: Decide };

/** Only the latest, so that finished episodes hold no more memory than one of them. */
let latest: Decided | null = null;

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
  // Without an arm, deciding is faster than a lookup.
  if (bench.arm === null) return outcome;
  const decided = new Map<string, CarriedOut>();
  return (state, move, actionsDone) => {
    const key = JSON.stringify([actionsDone, move.verb, move.block, move.surface, state]);
    const result = decided.get(key) ?? outcome(state, move, actionsDone);
    decided.set(key, result);
    return result;
  };
}
