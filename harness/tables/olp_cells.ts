/**
 * The methods of OLP's evaluation, and what the recorded episodes of one of them in some tasks come to.
 *
 * @module
 */

import { type EpisodeMetrics, sixDigits } from '../metrics.ts';
import { ownValue } from '../own_value.ts';
import { meanOrNull, NOT_RECORDED } from './cells.ts';
import type { SuiteResults } from './method_cells.ts';
import type { OlpSetting, PublishedOlp } from './published.ts';
import type { Field } from './table.ts';
import { taskInterval } from './task_interval.ts';

/** Planner as written in the suite → printed title; the published methods go by the same names. */
const TITLES: Readonly<Record<string, string>> = {
  olp: 'OLP',
  llm_planner: 'LLM-Planner',
  llm_p: 'LLM+P',
  delta: 'DELTA',
  oracle: 'Oracle',
};

export const SETTINGS: Readonly<Record<OlpSetting, string>> = {
  tower: 'Tower',
  spelling: 'Spelling',
  organize: 'Organize',
};

export type OlpMethod = {
  readonly planner: string;
  readonly title: string;
  /** Position in the published lists; null for the oracle, which is not in the paper. */
  readonly at: number | null;
};

/** The paper's methods in its order, then the oracle. */
export function olpMethods({ methods }: Pick<PublishedOlp, 'methods'>): OlpMethod[] {
  return [
    ...methods.map((planner, at) => ({ planner, title: ownValue(TITLES, planner) ?? planner, at })),
    { planner: 'oracle', title: 'Oracle', at: null },
  ];
}

/** The episodes of a planner on some tasks that ran to their end. */
export function episodesOf(
  { episodes }: Pick<SuiteResults, 'episodes'>,
  planner: string,
  tasks: readonly string[],
): EpisodeMetrics[] {
  return episodes.filter((each) => each.complete && each.planner === planner && tasks.includes(each.task));
}

/** A share of episodes with its 95 % interval, clustered by task, in percent. */
export type Share = {
  readonly count: number;
  readonly episodes: number;
  readonly percent: number;
  readonly low: number;
  readonly high: number;
};

/** The share of which something holds; null where there is no episode. */
export function shareOf(all: readonly EpisodeMetrics[], holds: (each: EpisodeMetrics) => boolean): Share | null {
  if (all.length === 0) return null;
  const [low, high] = taskInterval(all, holds);
  const count = all.filter(holds).length;
  const percent = (share: number) => sixDigits(100 * share);
  return { count, episodes: all.length, percent: percent(count / all.length), low: percent(low), high: percent(high) };
}

/** `50.00 % (1/2, 9–91 %)`, with the interval behind the counts. */
export function shareText(share: Share | null): string {
  if (share === null) return NOT_RECORDED;
  const { count, episodes, percent, low, high } = share;
  return `${percent.toFixed(2)} % (${count}/${episodes}, ${low.toFixed(0)}–${high.toFixed(0)} %)`;
}

/** A share as columns of a row: `completed`, `completedPercent` and so on. */
export function shareFields<N extends string>(name: N, share: Share | null): Record<string, Field> {
  return {
    [name]: share?.count ?? null,
    [`${name}Percent`]: share?.percent ?? null,
    [`${name}Low`]: share?.low ?? null,
    [`${name}High`]: share?.high ?? null,
  };
}

export type OlpCell = {
  readonly episodes: number;
  readonly completed: Share | null;
  readonly succeeded: Share | null;
  /** Episodes that gave a problem to a task planner; the next three are means over them. */
  readonly planned: number;
  readonly problems: number | null;
  readonly expanded: number | null;
  readonly evaluated: number | null;
  /** Mean calls of the model per episode, and what they cost; null where it is not known of all. */
  readonly calls: number | null;
  readonly latencyMs: number | null;
  readonly transcriptTokens: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Mean actions over successes, and the fewest with which those very episodes could have been done. */
  readonly planLength: number | null;
  readonly optimalLength: number | null;
};

export function olpCell(episodes: readonly EpisodeMetrics[]): OlpCell {
  const successes = episodes.filter(({ success }) => success);
  const planned = episodes.filter(({ problems }) => problems > 0);
  return {
    episodes: episodes.length,
    completed: shareOf(episodes, ({ completed }) => completed),
    succeeded: shareOf(episodes, ({ success }) => success),
    planned: planned.length,
    problems: meanOf(planned, ({ problems }) => problems),
    expanded: meanOf(planned, ({ expanded }) => expanded),
    evaluated: meanOf(planned, ({ evaluated }) => evaluated),
    calls: meanOf(episodes, ({ calls }) => calls),
    latencyMs: meanOf(episodes, ({ latencyMs }) => latencyMs),
    transcriptTokens: meanOf(episodes, ({ transcriptTokens }) => transcriptTokens),
    promptTokens: meanOf(episodes, ({ promptTokens }) => promptTokens),
    completionTokens: meanOf(episodes, ({ completionTokens }) => completionTokens),
    planLength: meanOf(successes, ({ steps }) => steps),
    optimalLength: meanOf(successes, ({ reference }) => (reference?.optimal === true ? reference.steps : null)),
  };
}

/** Null where there is nothing, or one is not known. */
function meanOf(episodes: readonly EpisodeMetrics[], count: (each: EpisodeMetrics) => number | null): number | null {
  return episodes.length === 0 ? null : meanOrNull(episodes.map(count));
}
