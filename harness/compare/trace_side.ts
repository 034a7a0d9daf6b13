/**
 * A side of which traces are at hand: a run in its folder, or what was replayed from tapes.
 *
 * @module
 */
import { invalid } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import { PLACES } from '../io/places.ts';
import { type RunRecord, readTimings, suiteRecord } from '../run/run_record.ts';
import { type RunResult, StoredRun } from '../run/stored_run.ts';
import { type EpisodeMetrics, episodeFields, metricsOf } from '../trace/metrics/metrics.ts';
import { episodeId, type Trace } from '../trace/trace.ts';
import type { Side, SideEpisode } from './side.ts';

/** The run in a folder. Throws, naming file and place, on one that is damaged. */
export function runSide(name: string, folder: string): Side {
  const stored = new StoredRun(folder);
  const { run } = stored;
  const { tapes = [PLACES.tapes, PLACES.ownTapes] } = readTimings(folder);
  return {
    name,
    kind: 'run',
    code: run.tapedeck,
    finished: run.finished,
    suites: [suiteRecord(run)],
    episodes: Array.from(stored.episodes(), (each) => sideEpisode(each, each.model, run)),
    tapes,
    async traces(episodes) {
      const wanted = new Set(episodes.map(({ episode }) => episode));
      const found = stored.withTraces(({ episode }) => wanted.has(episode));
      return new Map(Array.from(found, (each) => [each.episode.episode, stored.traceOf(each)]));
    },
  };
}

/** Of what was played, without what is only known of a run in a folder. */
export function tracesSide(
  name: string,
  kind: Side['kind'],
  played: readonly Pick<RunResult, 'run' | 'traces'>[],
): Pick<Side, 'name' | 'kind' | 'suites' | 'episodes' | 'traces'> {
  const byEpisode = new Map<string, Trace>();
  const episodes = played.flatMap(({ run, traces }) =>
    traces.map((trace) => {
      byEpisode.set(episodeId(trace.header), trace);
      return sideEpisode(metricsOf(trace), trace.header.model, run);
    }),
  );
  return {
    name,
    kind,
    suites: played.map(({ run }) => suiteRecord(run)),
    episodes,
    traces: async (wanted) =>
      new Map(wanted.flatMap(({ episode }) => (byEpisode.has(episode) ? [[episode, byEpisode.get(episode)!]] : []))),
  };
}

function sideEpisode(metrics: EpisodeMetrics, model: string | null, run: RunRecord): SideEpisode {
  const { episode, suite, scene, task, planner, trial, end, complete } = metrics;
  const { env, envOptions } = run;
  const digests = {
    scene: ownValue(run.scenes, scene),
    task: ownValue(run.tasks, task),
    prompts: ownValue(run.prompts, planner)?.digest,
  };
  if (digests.scene === undefined || digests.task === undefined || digests.prompts === undefined) {
    throw invalid(`Cannot compare episode "${episode}": the run.json beside it does not know it`);
  }
  return {
    ...{ episode, suite, scene, task, planner, trial, end, complete },
    row: episodeFields(metrics),
    model,
    digests: digests as SideEpisode['digests'],
    world: { env, envOptions },
  };
}
