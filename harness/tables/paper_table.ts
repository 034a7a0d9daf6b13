/** Tables and figures of a paper; listed in `harness/tables/papers/papers.ts`. */

import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { readText } from '../io/read_text.ts';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import type { Trace } from '../trace/trace.ts';
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

export type PaperFigure = {
  /** Whose episodes it shows. */
  readonly suite: string;
  readonly file: string;
  /** `traces` are those of the same episodes. */
  draw(results: SuiteResults, traces: readonly Trace[]): Promise<string>;
};

/** A method as figures show it: its planner as written in the suite, and what it is called. */
export type ShownMethod = { readonly planner: string; readonly title: string };

/** What episodes come to, method by method. */
export type EpisodesFigure = {
  readonly title: string;
  readonly methods: readonly ShownMethod[];
  readonly episodes: readonly EpisodeMetrics[];
  /** Of the same episodes. */
  readonly traces: readonly Trace[];
  /** A sentence each, after those that say how the figure is read. */
  readonly caption: readonly string[];
};

/** `module` is the URL of the module beside which `published.json` lies. */
export function readPublished<T>(schema: z.ZodType<T>, module: string): T {
  const path = fileURLToPath(new URL('published.json', module));
  return readCheckedJson(readText(path), schema, path).value;
}
