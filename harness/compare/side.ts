import { invalid } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import { PLACES } from '../io/places.ts';
import { type RunRecord, readTimings, type SuiteRecord, suiteRecord } from '../run/run_record.ts';
import { type RunResult, StoredRun } from '../run/stored_run.ts';
import type { Fields } from '../trace/metrics/metric.ts';
import { type EpisodeMetrics, episodeFields, metricsOf } from '../trace/metrics/metrics.ts';
import { type EpisodeName, episodeId, type Trace } from '../trace/trace.ts';

export type SideEpisode = EpisodeName &
  Readonly<{ episode: string; end: string; complete: boolean; row: Fields; model: string | null }> &
  Readonly<{ digests: Readonly<Record<'scene' | 'task' | 'prompts', string>> }> &
  Readonly<{ world: Readonly<{ env: string; envOptions: unknown }> }>;

export type Side = {
  readonly name: string;
  readonly kind: 'run' | 'tapes' | 'tables' | 'planbench';
  readonly code: RunRecord['tapedeck'] | null;
  readonly finished: boolean;
  readonly suites: readonly SuiteRecord[];
  readonly episodes: readonly SideEpisode[];
  readonly tapes: readonly string[];
  traces(episodes: readonly SideEpisode[]): Promise<ReadonlyMap<string, Trace>>;
};

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
      const ids = new Set(episodes.map(({ episode }) => episode));
      const chosen = stored.withTraces(({ episode }) => ids.has(episode));
      return new Map(Array.from(chosen, (each) => [each.episode.episode, stored.traceOf(each)]));
    },
  };
}

export function playedSide(
  played: readonly Pick<RunResult, 'run' | 'traces'>[],
): Pick<Side, 'suites' | 'episodes' | 'traces'> {
  const all = played.flatMap(({ run, traces }) => traces.map((trace) => ({ run, trace })));
  const byId = new Map(all.map(({ trace }) => [episodeId(trace.header), trace]));
  return {
    suites: played.map(({ run }) => suiteRecord(run)),
    episodes: all.map(({ run, trace }) => sideEpisode(metricsOf(trace), trace.header.model, run)),
    traces: async (episodes) => chosenTraces(episodes, byId),
  };
}

export function chosenTraces(episodes: readonly SideEpisode[], traces: ReadonlyMap<string, Trace>) {
  const ids = new Set(episodes.map(({ episode }) => episode));
  return new Map([...traces].filter(([id]) => ids.has(id)));
}

function sideEpisode(metrics: EpisodeMetrics, model: string | null, run: RunRecord): SideEpisode {
  const { episode, suite, scene, task, planner, trial, end, complete } = metrics;
  const [sceneDigest, taskDigest] = [ownValue(run.scenes, scene), ownValue(run.tasks, task)];
  const prompts = ownValue(run.prompts, planner)?.digest;
  if (sceneDigest === undefined || taskDigest === undefined || prompts === undefined) {
    throw invalid(`Cannot compare episode "${episode}": its run.json does not list it`);
  }
  return {
    ...{ episode, suite, scene, task, planner, trial, end, complete },
    row: episodeFields(metrics),
    model,
    digests: { scene: sceneDigest, task: taskDigest, prompts },
    world: { env: run.env, envOptions: run.envOptions },
  };
}
