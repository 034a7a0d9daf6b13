import { isOfSimulator } from '../../cassettes/batch/wanted_requests.ts';
import { AlikeSentences } from '../io/errors/counted.ts';
import { total } from '../trace/episode_counts.ts';
import { type EpisodeMetrics, EpisodePool, metricsOf } from '../trace/metrics/metrics.ts';
import { episodeId, isComplete } from '../trace/trace.ts';
import type { EpisodeEnd } from '../trace/trace_schema.ts';
import type { EpisodeDone } from './threads/run_episodes.ts';

const ROWS_MAX = 10_000;

export type PlannerTally = ReturnType<RunTally['planners']>[number];

type Sentences = { readonly count: number; readonly lines: readonly string[] };

function newCounts() {
  return {
    complete: 0,
    successes: 0,
    calls: 0,
    flaws: {} as Record<string, number>,
    gaveUp: 0,
    pool: new EpisodePool(),
  };
}

export class RunTally {
  #episodes = 0;
  #rows: EpisodeMetrics[] | null = [];
  readonly #planners = new Map<string, ReturnType<typeof newCounts>>();
  readonly #ends = new Map<EpisodeEnd, AlikeSentences>();
  readonly #misses = new AlikeSentences();
  readonly #simulatorMisses = new AlikeSentences();
  #simulated: { readonly fromTape: number; readonly asked: number } | null = null;

  add({ trace, miss, simulated }: Pick<EpisodeDone, 'trace' | 'miss' | 'simulated'>): void {
    const { header, summary } = trace;
    const metrics = metricsOf(trace);
    this.#episodes += 1;
    if (this.#episodes > ROWS_MAX) this.#rows = null;
    this.#rows?.push(metrics);
    const own = this.#planners.get(header.planner) ?? newCounts();
    this.#planners.set(header.planner, own);
    if (isComplete(trace)) {
      own.complete += 1;
      if (summary.success) own.successes += 1;
      own.pool.add(metrics);
    }
    own.calls += metrics.calls;
    own.flaws = total([...Object.entries(own.flaws), ...Object.entries(metrics.flaws)]);
    if (summary.end === 'api_failed') own.gaveUp += 1;
    const about = episodeId(header);
    const ended = this.#ends.get(summary.end) ?? new AlikeSentences();
    this.#ends.set(summary.end, ended);
    const kind = `${summary.end}: ${summary.detail}`;
    ended.add({ sentence: `${about}: ${kind}`, about, kind });
    if (miss !== null) {
      const misses = isOfSimulator(miss) ? this.#simulatorMisses : this.#misses;
      misses.add({ sentence: miss.message, about });
    }
    if (simulated !== undefined) {
      const { fromTape, asked } = this.#simulated ?? { fromTape: 0, asked: 0 };
      this.#simulated = { fromTape: fromTape + simulated.fromTape, asked: asked + simulated.asked };
    }
  }

  get episodes(): number {
    return this.#episodes;
  }

  /** Null above `ROWS_MAX`. */
  get rows(): readonly EpisodeMetrics[] | null {
    return this.#rows;
  }

  planners() {
    return Array.from(this.#planners, ([planner, { pool, ...counts }]) => ({
      planner,
      ...counts,
      pooled: () => pool.result(),
    }));
  }

  ended(...ends: readonly EpisodeEnd[]): Sentences {
    return sentencesOf(ends.flatMap((end) => this.#ends.get(end) ?? []));
  }

  get misses(): Sentences {
    return sentencesOf([this.#misses]);
  }

  get simulatorMisses(): Sentences {
    return sentencesOf([this.#simulatorMisses]);
  }

  /** Null if no episode was played in a simulator. */
  get simulated(): { readonly fromTape: number; readonly asked: number } | null {
    return this.#simulated;
  }
}

function sentencesOf(all: readonly AlikeSentences[]): Sentences {
  return { count: all.reduce((sum, { count }) => sum + count, 0), lines: all.flatMap((each) => each.lines()) };
}
