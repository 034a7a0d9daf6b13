/**
 * What planning gives, as one JSON document: the same whichever planner did it.
 *
 * @module
 */
import type { PddlWarning } from '../diagnostics/diagnostics.ts';

export type PlanDocument = {
  readonly status: 'solved' | 'unsolvable' | 'limit' | 'invalid' | 'unsupported';
  readonly cost: number | null;
  /** `(pick a b)`, one an action. */
  readonly plan: readonly string[] | null;
  /** Null where the planner does not say, or where it did not come to searching. */
  readonly expanded: number | null;
  readonly evaluated: number | null;
  readonly generated: number | null;
  /** Null without a clock. */
  readonly searchMs: number | null;
  readonly totalMs: number | null;
  /** What is wrong, or which limit was reached. */
  readonly message: string | null;
  /** Where, from 1; the message names the file. */
  readonly line: number | null;
  readonly column: number | null;
  /** What is let pass in the texts but probably not meant, by place; at most 100 of each text. */
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
