/** Listed in `harness/tables/papers/papers.ts`. */

import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { readText } from '../io/read_text.ts';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import type { Trace } from '../trace/trace.ts';
import type { SuiteResults } from './suite_results.ts';
import type { Table } from './table.ts';

export type Content = Omit<Table, 'name' | 'title'>;

export type PaperTable = Pick<Table, 'name' | 'title'> & {
  readonly suite: string;
  content(results: SuiteResults): Content;
  readonly figure?: { readonly file: string; draw(results: SuiteResults): Promise<string> };
};

export type PaperFigure = {
  readonly suite: string;
  readonly file: string;
  draw(results: SuiteResults, traces: readonly Trace[]): Promise<string>;
};

export type ShownMethod = { readonly planner: string; readonly title: string };

export type EpisodesFigure = {
  readonly title: string;
  readonly methods: readonly ShownMethod[];
  readonly episodes: readonly EpisodeMetrics[];
  readonly traces: readonly Trace[];
  readonly caption: readonly string[];
};

/** `module`: URL of the module beside `published.json`. */
export function readPublished<T>(schema: z.ZodType<T>, module: string): T {
  const path = fileURLToPath(new URL('published.json', module));
  return readCheckedJson(readText(path), schema, path).value;
}
