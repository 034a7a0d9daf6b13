/**
 * What a row of VirtualHome's table of rules is.
 *
 * @module
 */
import type { Rule } from '../rules/rule.ts';
import type { GraphPrecondition } from './graph_preconditions.ts';
import type { GraphState } from './graph_state.ts';

export type GraphRule = Rule<GraphState, GraphPrecondition> & {
  /** What stands for a second argument that the script does not name. */
  readonly implied?: (state: GraphState, first: number) => number;
};
