import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES, readTimings } from '../run/run_record.ts';
import { RunWriter } from '../run/run_writer.ts';
import { StoredRun } from '../run/stored_run.ts';
import { metricsOf } from '../trace/metrics/metrics.ts';
import { readTrace } from '../trace/trace.ts';

/** Episode, such as `household/house_1/make_toast/oracle/1` → trace. */
export function storedTraces(folder: string): ReadonlyMap<string, string> {
  const all = new StoredRun(folder).withTraces();
  return new Map(Array.from(all, ({ episode, bytes }) => [episode.episode, bytes.toString('utf8')]));
}

export function storedTrace(folder: string, episode: string): string {
  const trace = storedTraces(folder).get(episode);
  if (trace === undefined) throw new Error(`Run "${folder}" has no episode "${episode}"`);
  return trace;
}

export function changeTrace(folder: string, changed: string, change: (trace: string) => string): void {
  const stored = new StoredRun(folder);
  const { run } = stored;
  const episodes = [...stored.withTraces()];
  for (const file of [RUN_FILES.traces, RUN_FILES.misses, RUN_FILES.wallMs, RUN_FILES.episodes])
    rmSync(join(folder, file));
  const times = readTimings(folder);
  const writer = new RunWriter(folder, run, { times, nowMs: () => 0 });
  for (const { episode, bytes } of episodes) {
    const isChanged = episode.episode === changed;
    const trace = isChanged ? change(bytes.toString('utf8')) : bytes.toString('utf8');
    const counted = isChanged ? countedAnew(trace) : {};
    writer.write({ episode: { ...episode, ...counted }, trace: Buffer.from(trace), miss: null, wallMs: null });
  }
  writer.end(run, times);
}

function countedAnew(trace: string): object {
  try {
    return metricsOf(readTrace(trace, 'changed'));
  } catch {
    return {};
  }
}
