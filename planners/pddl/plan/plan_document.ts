/**
 * The result of planning as a JSON document, the same for every planner.
 *
 * @module
 */
import type { PddlWarning } from '../diagnostics/diagnostics.ts';

export type PlanDocument = {
  readonly status: 'solved' | 'unsolvable' | 'limit' | 'invalid' | 'unsupported';
  readonly cost: number | null;
  /** Actions such as `(pick a b)`. */
  readonly plan: readonly string[] | null;
  /** Null if the planner does not tell, or did not get as far as searching. */
  readonly expanded: number | null;
  readonly evaluated: number | null;
  readonly generated: number | null;
  /** Null without a clock. */
  readonly searchMs: number | null;
  readonly totalMs: number | null;
  /** What is wrong, or which limit was reached. */
  readonly message: string | null;
  /** Counted from 1; the message names the file. */
  readonly line: number | null;
  readonly column: number | null;
  /** What is accepted in the texts but probably a mistake, by place; at most 100 for each text. */
  readonly warnings: readonly PddlWarning[];
};

/** A document with nothing in it but its status. */
export function planDocument(status: PlanDocument['status']): PlanDocument {
  return {
    status,
    cost: null,
    plan: null,
    expanded: null,
    evaluated: null,
    generated: null,
    searchMs: null,
    totalMs: null,
    message: null,
    line: null,
    column: null,
    warnings: [],
  };
}
