/**
 * A table of a paper: what it is made of, and how; listed in `harness/tables/papers/papers.ts`.
 *
 * @module
 */
import type { SuiteResults } from './suite_results.ts';
import type { Table } from './table.ts';

/** All of a table but what it is called. */
export type Content = Omit<Table, 'name' | 'title'>;

export type PaperTable = Pick<Table, 'name' | 'title'> & {
  /** Whose episodes it is made of. */
  readonly suite: string;
  content(results: SuiteResults): Content;
  /** A picture of the same numbers, as SVG. */
  readonly figure?: { readonly file: string; draw(results: SuiteResults): Promise<string> };
};
