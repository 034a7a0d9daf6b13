import { isOfSimulator } from '../../cassettes/batch/missed_requests.ts';
import { AlikeSentences } from '../io/errors/counted.ts';
import { total } from '../trace/episode_counts.ts';
import { type EpisodeMetrics, EpisodePool, metricsOf } from '../trace/metrics/metrics.ts';
import { episodeId } from '../trace/trace.ts';
import type { EpisodeEnd } from '../trace/trace_schema.ts';
import type { EpisodeDone } from './threads/run_episodes.ts';

const ROWS_MAX = 10_000;

export type PlannerTally = ReturnType<typeof newTally>;

function newTally(planner: string) {
  const flaws: Record<string, number> = {};
  return { planner, complete: 0, successes: 0, calls: 0, flaws, gaveUp: 0, pool: new EpisodePool() };
}

type PlannerTallies = Map<string, PlannerTally>;

function addTo(tallies: PlannerTallies, episode: EpisodeMetrics) {
  const tally = tallies.get(episode.planner) ?? newTally(episode.planner);
  tallies.set(episode.planner, tally);
  tally.calls += episode.calls;
  tally.flaws = total([...Object.entries(tally.flaws), ...Object.entries(episode.flaws)]);
  if (episode.end === 'api_failed') tally.gaveUp += 1;
  if (!episode.complete) return;
  tally.complete += 1;
  if (episode.success) tally.successes += 1;
  tally.pool.add(episode);
}

export function tallyPlanners(episodes: Iterable<EpisodeMetrics>): readonly PlannerTally[] {
  const tallies: PlannerTallies = new Map();
  for (const episode of episodes) addTo(tallies, episode);
  return [...tallies.values()];
}

export class RunTally {
  episodes = 0;
  rows: EpisodeMetrics[] | null = [];
  readonly misses = new AlikeSentences();
  readonly simulatorMisses = new AlikeSentences();
  simulated: Readonly<{ fromTape: number; asked: number }> | null = null;
  readonly #planners: PlannerTallies = new Map();
  readonly #ends = new Map<EpisodeEnd, AlikeSentences>();

  add({ trace, miss, simulated }: Pick<EpisodeDone, 'trace' | 'miss' | 'simulated'>): void {
    const { end, detail } = trace.summary;
    const metrics = metricsOf(trace);
    this.episodes += 1;
    if (this.episodes > ROWS_MAX) this.rows = null;
    this.rows?.push(metrics);
    addTo(this.#planners, metrics);
    const about = episodeId(trace.header);
    const alike = this.#ends.get(end) ?? new AlikeSentences();
    this.#ends.set(end, alike);
    const kind = `${end}: ${detail}`;
    alike.add({ sentence: `${about}: ${kind}`, about, kind });
    if (miss !== null) {
      const misses = isOfSimulator(miss) ? this.simulatorMisses : this.misses;
      misses.add({ sentence: miss.message, about });
    }
    if (simulated !== undefined) {
      const { fromTape, asked } = this.simulated ?? { fromTape: 0, asked: 0 };
      this.simulated = { fromTape: fromTape + simulated.fromTape, asked: asked + simulated.asked };
    }
  }

  planners(): readonly PlannerTally[] {
    return [...this.#planners.values()];
  }

  ended(...ends: readonly EpisodeEnd[]) {
    const all = ends.flatMap((end) => this.#ends.get(end) ?? []);
    return { count: all.reduce((sum, { count }) => sum + count, 0), lines: all.flatMap(({ lines }) => lines) };
  }
}
