/**
 * What a row of the table of rules is.
 *
 * @module
 */

import type { Condition } from './preconditions.ts';
import type { PaperState } from './rule_state.ts';
import type { GraphPrecondition } from './virtualhome/graph_preconditions.ts';
import type { GraphState } from './virtualhome/graph_state.ts';

/** Whose rules: LLM-State's, or VirtualHome's evolving-graph simulator's. */
export type Profile = 'paper' | 'virtualhome';

/** A condition with the argument that it is about. */
export type Precondition = { readonly argument: 0 | 1; readonly condition: Condition<PaperState> };

type Row<P extends Profile, S, C> = {
  readonly verb: string;
  readonly profile: P;
  readonly arity: 0 | 1 | 2;
  /** Checked in order. */
  readonly preconditions: readonly C[];
  effect(state: S, first: number, second: number): void;
};

export type PaperRule = Row<'paper', PaperState, Precondition>;

export type GraphRule = Row<'virtualhome', GraphState, GraphPrecondition> & {
  /** What stands for a second argument that the script does not name. */
  readonly implied?: (state: GraphState, first: number) => number;
};
