/**
 * A side whose traces are at hand: a run, or what was replayed from tapes.
 *
 * @module
 */

import { PLACES } from '../files/places.ts';
import { episodeFields, metricsOf } from '../metrics/metrics.ts';
import { type RunResult, readRun, readTimings } from '../runs/run_folder.ts';
import { suiteRecord } from '../runs/run_record.ts';
import type { Trace } from '../trace/trace.ts';
import type { Side, SideEpisode } from './side.ts';

/** The run in a folder. Throws, naming file and place, on one that is damaged. */
export function runSide(name: string, folder: string): Side {
  const { run, traces } = readRun(folder);
  const { tapes = [PLACES.tapes, PLACES.ownTapes] } = readTimings(folder);
  return { ...tracesSide(name, 'run', [{ run, traces }]), code: run.tapedeck, finished: run.finished, tapes };
}

/** Of what was played, without what is only known of a run in a folder. */
export function tracesSide(
  name: string,
  kind: Side['kind'],
  played: readonly Pick<RunResult, 'run' | 'traces'>[],
): Pick<Side, 'name' | 'kind' | 'suites' | 'episodes' | 'traces'> {
  const traces = played.flatMap((each) => each.traces);
  const byEpisode = new Map(traces.map((trace) => [sideEpisode(trace).episode, trace]));
  return {
    name,
    kind,
    suites: played.map(({ run }) => suiteRecord(run)),
    episodes: traces.map(sideEpisode),
    traces: async (episodes) =>
      new Map(episodes.flatMap(({ episode }) => (byEpisode.has(episode) ? [[episode, byEpisode.get(episode)!]] : []))),
  };
}

function sideEpisode(trace: Trace): SideEpisode {
  const metrics = metricsOf(trace);
  const { episode, suite, scene, task, planner, trial, end, complete } = metrics;
  const { model, digests, env, envOptions } = trace.header;
  return {
    ...{ episode, suite, scene, task, planner, trial, end, complete },
    row: episodeFields(metrics),
    model,
    digests,
    world: { env, envOptions },
  };
}
