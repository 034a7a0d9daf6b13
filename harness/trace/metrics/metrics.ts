import { type EpisodeName, episodeId, isComplete, type Trace } from '../trace.ts';
import { COST } from './cost.ts';
import type { Field, Fields, Metric, Pool } from './metric.ts';
import { MISTAKES } from './mistakes.ts';
import { SUCCESS } from './success.ts';
import { TRACKING } from './tracking.ts';

const ORDER: readonly string[] = [
  ...['success', 'unreadableReplies', 'passAll', 'stepsImputed', 'steps', 'failedSteps', 'goalConditionRecall'],
  ...['stepsRatio', 'executability', 'repeatedFailureRate', 'parseDiscardRate', 'tracking', 'calls', 'roles'],
  ...['promptTokens', 'completionTokens', 'transcriptTokens', 'latencyMs', 'problems', 'expanded', 'evaluated'],
  ...['completed', 'failureKind', 'accepted', 'discards', 'reference', 'failures', 'errors', 'repeatedFailures'],
  'flaws',
];

export const METRICS = [...SUCCESS, ...COST, ...TRACKING, ...MISTAKES].sort((a, b) => place(a.name) - place(b.name));

function place(name: string): number {
  const at = ORDER.indexOf(name);
  return at === -1 ? ORDER.length : at;
}

type Counted = { readonly [M in (typeof METRICS)[number] as M['name']]: ReturnType<M['count']> };

export type EpisodeMetrics = EpisodeName & Counted & Readonly<{ episode: string; end: string; complete: boolean }>;

/**
 * Counts every metric in an episode.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { metricsOf, runSuite } from 'tapedeck';
 *
 * const { traces } = await runSuite('robot', { planners: ['oracle'] });
 * const metrics = traces.map(metricsOf);
 * assert.ok(metrics.every(({ success, stepsRatio }) => success && stepsRatio === 1));
 * ```
 */
export function metricsOf(trace: Trace): EpisodeMetrics {
  const { suite, scene, task, planner, trial } = trace.header;
  const name = { episode: episodeId(trace.header), suite, scene, task, planner, trial };
  const counted = Object.fromEntries(METRICS.map((metric) => [metric.name, metric.count(trace)])) as Counted;
  return { ...name, end: trace.summary.end, complete: isComplete(trace), ...counted };
}

export function episodeFields(metrics: EpisodeMetrics): Fields {
  return Object.assign({}, ...METRICS.map((metric) => rowOf(metric, metrics[metric.name])));
}

function rowOf({ name, row }: Pick<Metric<string, never, never, Fields>, 'name' | 'row'>, value: unknown): Fields {
  if (row === null) return {};
  return row === undefined ? { [name]: value as Field } : row(value as never);
}

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

export type Pooled = Intersection<ReturnType<ReturnType<(typeof METRICS)[number]['pooled']['begin']>['result']>>;

/**
 * Pools episodes that ran to their end: rates, means and their 95 % intervals.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { metricsOf, pool, runSuite } from 'tapedeck';
 *
 * const { traces } = await runSuite('robot', { planners: ['oracle'] });
 * const { successes, successLow } = pool(traces.map(metricsOf).filter(({ complete }) => complete));
 * assert.equal(successes, traces.length);
 * assert.ok(successLow !== null && successLow < 1);
 * ```
 */
export function pool(episodes: Iterable<EpisodeMetrics>): Pooled {
  const pool = new EpisodePool();
  for (const each of episodes) pool.add(each);
  return pool.result();
}

export class EpisodePool {
  readonly #pools: readonly Pool<EpisodeMetrics>[] = METRICS.map(
    ({ pooled }) => pooled.begin() as Pool<EpisodeMetrics>,
  );

  add(episode: EpisodeMetrics): void {
    for (const pool of this.#pools) pool.add(episode);
  }

  result(): Pooled {
    return Object.assign({}, ...this.#pools.map((pool) => pool.result()));
  }
}

export function poolSome<const N extends readonly (keyof Pooled)[]>(
  episodes: readonly EpisodeMetrics[],
  names: N,
): Pick<Pooled, N[number]> {
  const pooled = pool(episodes);
  return Object.fromEntries(names.map((name) => [name, pooled[name]])) as Pick<Pooled, N[number]>;
}
