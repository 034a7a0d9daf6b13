/**
 * The planners that ship with Tapedeck, in the order of the papers' tables.
 *
 * @module
 */
import { llmState } from '../planners/llm_state/llm_state.ts';
import type { Planner } from '../planners/planner.ts';

export const PLANNERS: readonly Planner[] = [llmState as unknown as Planner];
