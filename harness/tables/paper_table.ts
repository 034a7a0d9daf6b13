import type { Trace } from '../trace/trace.ts';
import type { SuiteResults } from './suite_results.ts';
import type { Table } from './table.ts';

export type Content = Omit<Table, 'name' | 'title'>;

export type PaperTable = Pick<Table, 'name' | 'title'> & {
  readonly suite: string;
  content(results: SuiteResults): Content;
};

export type PaperFigure = {
  readonly suite: string;
  readonly file: string;
  draw(results: SuiteResults, traces: readonly Trace[]): Promise<string>;
};

export type ShownMethod = Readonly<{ planner: string; title: string }>;
