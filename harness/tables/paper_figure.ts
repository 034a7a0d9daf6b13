/**
 * A figure of a suite's episodes, as SVG; listed in `harness/tables/papers/figures.ts`.
 *
 * @module
 */
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import type { Trace } from '../trace/trace.ts';
import type { SuiteResults } from './suite_results.ts';

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
