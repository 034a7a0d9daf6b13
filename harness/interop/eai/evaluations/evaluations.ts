/**
 * EAI's evaluations by name; what one needs is loaded when it is asked for.
 *
 * @module
 */
import type { EvaluationName } from '../scoring/quirks.ts';
import type { Evaluation } from './evaluation.ts';

export const EVALUATION_LOADERS: Readonly<Record<EvaluationName, () => Promise<Evaluation>>> = {
  goal_interpretation: async () => (await import('./goal_interpretation.ts')).goalInterpretation,
  action_sequencing: async () => (await import('./action_sequencing.ts')).actionSequencing,
  subgoal_decomposition: async () => (await import('./subgoal_decomposition.ts')).subgoalDecomposition,
  transition_modeling: async () => (await import('./transition_modeling.ts')).transitionModeling,
};
