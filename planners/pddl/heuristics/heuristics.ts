/**
 * The heuristics by their names.
 *
 * @module
 */
import type { PackedTask } from '../task/pack_task.ts';
import { blind } from './blind.ts';
import { ff } from './ff.ts';
import { hMax } from './h_max.ts';
import type { Heuristic } from './heuristic.ts';
import { lmCut } from './lm_cut.ts';

export type HeuristicName = 'lmcut' | 'hmax' | 'ff' | 'blind';

/** All but `ff` are admissible, so that A* finds a cheapest plan with them. */
export const HEURISTICS: Readonly<Record<HeuristicName, (task: PackedTask) => Heuristic>> = {
  lmcut: lmCut,
  hmax: hMax,
  ff,
  blind,
};
