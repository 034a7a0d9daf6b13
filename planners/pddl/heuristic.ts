/**
 * What a heuristic is to a search, and which ones there are.
 *
 * @module
 */
import { blind } from './blind.ts';
import { ff } from './ff.ts';
import { hMax } from './h_max.ts';
import { lmCut } from './lm_cut.ts';
import type { PackedTask } from './pack_task.ts';

export type Heuristic = {
  /**
   * Estimates what it costs to come from a state to the goal; the state's words begin at `at`. `NEVER` says that no way leads
   * there, and is right.
   */
  readonly evaluate: (words: Int32Array, at: number) => number;
};

export type HeuristicName = 'lmcut' | 'hmax' | 'ff' | 'blind';

/** Admissible: never more than what is left costs, so that the plan which A* finds with it is a cheapest one. */
export const HEURISTICS: Readonly<
  Record<HeuristicName, { readonly isAdmissible: boolean; readonly of: (task: PackedTask) => Heuristic }>
> = {
  lmcut: { isAdmissible: true, of: lmCut },
  hmax: { isAdmissible: true, of: hMax },
  ff: { isAdmissible: false, of: ff },
  blind: { isAdmissible: true, of: blind },
};
