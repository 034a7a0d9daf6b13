/** What a row of VirtualHome's table of rules is. */
import type { Rule } from '../rules/rule.ts';
import type { GraphPrecondition } from './graph_preconditions.ts';
import type { VirtualHomeState } from './virtualhome_state.ts';

export type GraphRule = Rule<VirtualHomeState, GraphPrecondition> & {
  /** What stands for a second argument that the script does not name. */
  readonly implied?: (state: VirtualHomeState, first: number) => number;
};
