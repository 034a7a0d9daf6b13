/**
 * The bars of OLP's Figure 7: what is recorded here, and what the paper plots.
 *
 * @module
 */
import type { Share } from '../../../trace/metrics/share.ts';
import { episodesOf, type SuiteResults } from '../../suite_results.ts';
import { type OlpMethod, olpCell, olpMethods } from './cells.ts';
import type { OlpSetting, PublishedOlp } from './published.ts';

/** A bar: one method on the scenes of one size. */
export type FigureSevenBar = {
  readonly setting: OlpSetting;
  readonly task: string;
  readonly size: number;
  readonly method: OlpMethod;
  /** Null where nothing is recorded. */
  readonly completed: Share | null;
  /** Null for what is not in the paper. */
  readonly paperPercent: number | null;
};

/** What size means, for each setting. */
export const SIZES: Readonly<Record<OlpSetting, string>> = {
  tower: 'blocks in the tower',
  spelling: 'letters of the word',
  organize: 'blocks on the table',
};

/** In the order of the axis, methods in the order of the table. */
export function figureSevenBars(results: SuiteResults, published: PublishedOlp): FigureSevenBar[] {
  return published.figure_7.rows.flatMap(({ setting, task, size, completionPercent }) =>
    olpMethods(published).map((method) => ({
      setting,
      task,
      size,
      method,
      completed: olpCell(episodesOf(results, method.planner, [task])).completed,
      paperPercent: method.at === null ? null : (completionPercent[method.at] ?? null),
    })),
  );
}
