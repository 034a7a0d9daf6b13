/**
 * What the arm makes of an action is decided once for each state: what was rehearsed need not be computed again when it is done.
 *
 * A state is known by its object, which only one moment has: the initial one is that of no action done, and every action makes
 * another. So what was decided is forgotten with the states themselves.
 *
 * @module
 */
import { type CarriedOut, carryOut, type Workbench } from './carry_out.ts';
import type { Move } from './rules.ts';
import type { TableState } from './table_state.ts';

/** As `carryOut`, with the same objects for the same state and move. */
export type Decide = (state: TableState, move: Move, actionsDone: number) => CarriedOut;

/** For one world and its copies, whose chance comes from the seed. */
export function decideOnce(bench: Workbench, seed: number): Decide {
  const decided = new WeakMap<TableState, Map<string, CarriedOut>>();
  return (state, move, actionsDone) => {
    const ofState = decided.get(state) ?? new Map<string, CarriedOut>();
    decided.set(state, ofState);
    const key = [actionsDone, move.verb, move.block, move.surface].join(' ');
    const result = ofState.get(key) ?? carryOut(state, move, { ...bench, moment: { seed, actionsDone } });
    ofState.set(key, result);
    return result;
  };
}
