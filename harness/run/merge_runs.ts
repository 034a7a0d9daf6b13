import { excerpt } from '../../envs/quoted.ts';
import { invalid } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import { claimRunFolder, removeRun } from './run_folder.ts';
import { type RunRecord, type RunTimes, readTimings } from './run_record.ts';
import { RunWriter, type WrittenEpisode } from './run_writer.ts';
import { StoredRun } from './stored_run.ts';

/** Throws a CommandFailure, and writes nothing, if requests or traces differ. */
export function mergeRuns(dirs: readonly string[], out: string, options: { anyCommit?: boolean } = {}) {
  const parts = dirs.map((dir) => ({ dir, stored: new StoredRun(dir) }));
  const [first] = parts;
  if (first === undefined) throw invalid('Nothing to merge');
  for (const part of parts) checkRequest(first, part, options);
  const run = mergeRecords(parts);
  const folder = claimRunFolder({ out }, run);
  const times = mergeTimes(parts.map(({ stored }) => readTimings(stored.folder)));
  const writer = new RunWriter(folder, run, { times, nowMs: () => 0 });
  let misses = 0;
  try {
    for (const episode of mergeEpisodes(parts)) {
      writer.write(episode);
      if (episode.miss !== null) misses += 1;
    }
  } catch (error) {
    writer.close();
    removeRun(folder);
    throw error;
  }
  const isWhole = writer.played === run.episodesTotal;
  const finished = isWhole || parts.every(({ stored }) => stored.run.finished);
  const merged = { ...run, shard: isWhole ? null : run.shard, finished, episodesPlayed: writer.played };
  writer.end(merged, times);
  return { run: merged, misses };
}

type Part = Readonly<{ dir: string; stored: StoredRun }>;
type PartEpisode = WrittenEpisode & { readonly dir: string };

function* mergeEpisodes(parts: readonly Part[]): Generator<PartEpisode> {
  const readers = parts.map(episodesOf);
  try {
    const heads = readers.map((reader) => reader.next().value);
    for (;;) {
      const number = Math.min(...heads.flatMap((head) => head?.episode.number ?? []));
      const first = heads.find((head) => head?.episode.number === number);
      if (first === undefined) return;
      for (const [part, head] of heads.entries()) {
        if (head?.episode.number !== number) continue;
        checkEpisode(first, head);
        heads[part] = readers[part]?.next().value;
      }
      yield first;
    }
  } finally {
    for (const reader of readers) reader.return(undefined);
  }
}

function* episodesOf({ dir, stored }: Part): Generator<PartEpisode, undefined> {
  const misses = stored.misses();
  const times = stored.wallMs();
  let miss = misses.next().value;
  let time = times.next().value;
  for (const { episode: storedEpisode, bytes } of stored.withTraces()) {
    const { traceLine: _, traceOffset: __, traceBytes: ___, ...episode } = storedEpisode;
    const episodeMiss = miss?.episode === episode.episode ? miss : null;
    const wallMs = time?.episode === episode.episode ? time.wallMs : null;
    if (episodeMiss !== null) miss = misses.next().value;
    if (wallMs !== null) time = times.next().value;
    yield { dir, episode, trace: bytes, miss: episodeMiss, wallMs };
  }
}

function checkEpisode(a: PartEpisode, b: PartEpisode) {
  const [{ number, episode }, other] = [a.episode, b.episode.episode];
  if (episode !== other) refuse(a, b, `episode ${number} is "${episode}" in one and "${other}" in the other`);
  if (!a.trace.equals(b.trace)) refuse(a, b, `their traces of episode "${episode}" differ`);
}

function refuse(a: Pick<Part, 'dir'>, b: Pick<Part, 'dir'>, problem: string): never {
  throw invalid(`Cannot merge "${a.dir}" and "${b.dir}": ${problem}`);
}

function mergeRecords(parts: readonly Part[]): RunRecord {
  const runs = parts.map(({ stored }) => stored.run);
  const version = commonValue(runs.map(({ tapedeck }) => tapedeck.version));
  const commit = commonValue(runs.map(({ tapedeck }) => tapedeck.commit));
  return {
    ...runs[0]!,
    tapedeck: { version, commit },
    tapes: commonValue(runs.map(({ tapes }) => tapes)) ?? [],
    shard: [...new Set(runs.map(({ shard }) => shard ?? 'part'))].sort().join('+'),
    ...{ finished: false, episodesPlayed: 0 },
  };
}

function mergeTimes(times: readonly RunTimes[]): RunTimes {
  const started = times.map((each) => each.started).sort();
  const ended = times.map((each) => each.ended ?? '').sort();
  return { started: started[0] ?? '', ended: ended.includes('') ? null : (ended.at(-1) ?? null) };
}

function commonValue<T>([first, ...others]: readonly T[]): T | null {
  return others.every((other) => firstDifference(first, other) === null) ? (first ?? null) : null;
}

function checkRequest(first: Part, other: Part, { anyCommit = false }: { anyCommit?: boolean }) {
  const runs = [first.stored.run, other.stored.run];
  // Recording changes tapes.
  const areReplays = runs.every(
    ({ settings, episodesPlayed }) =>
      settings['mode'] === 'replay' && (settings['simulatorMode'] ?? 'replay') === 'replay' && episodesPlayed > 0,
  );
  const [left, right] = runs.map(({ tapedeck, tapes, shard: _, finished: __, episodesPlayed: ___, ...request }) => ({
    ...request,
    ...(anyCommit ? {} : { tapedeck }),
    ...(areReplays ? { tapes } : {}),
  }));
  const difference = firstDifference(left, right);
  if (difference === null) return;
  const { path } = difference;
  const remedy = path.startsWith('tapedeck.') ? '; use --any-commit to merge them anyway' : '';
  const [leftText, rightText] = [difference.left, difference.right].map((value) =>
    excerpt(JSON.stringify(value) ?? 'missing', 80),
  );
  refuse(first, other, `${path} is ${leftText} in one and ${rightText} in the other${remedy}`);
}

type Difference = Readonly<{ path: string; left: unknown; right: unknown }>;

export function firstDifference(left: unknown, right: unknown, path = ''): Difference | null {
  if (!isComposite(left) || !isComposite(right) || Array.isArray(left) !== Array.isArray(right))
    return left === right ? null : { path, left, right };
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inner = pathTo(path, key, Array.isArray(left));
    const difference = firstDifference(ownValue(left, key), ownValue(right, key), inner);
    if (difference !== null) return difference;
  }
  return null;
}

function isComposite(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function pathTo(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  if (!/^\w+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
