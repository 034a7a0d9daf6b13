/**
 * `tapedeck merge DIR…`: joins the shards of a run, or tapes that were recorded apart.
 *
 * @module
 */

import { mergeTapeFolders } from '../../cassettes/care/tape_merge.ts';
import { knownTapes } from '../../cassettes/reading/known_tapes.ts';
import { excerpt } from '../../envs/quoted.ts';
import { firstDifference } from '../compare/first_difference.ts';
import { CommandFailure } from '../errors/failure.ts';
import { refuseShipped } from '../run_tapes/tape_layers.ts';
import { claimRunFolder } from '../runs/claim_run_folder.ts';
import { findRun, runAt } from '../runs/find_run.ts';
import { type RunResult, type RunTimes, readRun, readTimings, writeRun } from '../runs/run_folder.ts';
import type { RunRecord } from '../runs/run_record.ts';
import { command } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';
import { type Trace, writeTrace } from '../trace/trace.ts';

export const mergeCommand = command(mergeOptions, merge);

type MergeArguments = OptionsOf<typeof mergeOptions>;

function mergeOptions(args: Parser) {
  return args
    .positional('dirs', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'Runs (folders, SUITE or SUITE/NAME), or folders like cassettes/tapes',
    })
    .option('out', {
      alias: 'o',
      type: 'string',
      demandOption: true,
      describe: 'A new folder for the joined run, or where the joined tapes go',
    })
    .option('shipped', { type: 'boolean', default: false, describe: 'Allow the shipped tapes as --out' })
    .option('any-commit', {
      type: 'boolean',
      default: false,
      describe: 'Also join runs of different versions or commits of Tapedeck',
    });
}

async function merge(
  { dirs, out, shipped, anyCommit, json }: MergeArguments,
  { terminal }: CommandContext,
): Promise<void> {
  if (dirs.every(isRun)) {
    const folders = dirs.map((dir) => findRun(dir));
    const merged = mergeRuns(
      folders.map((dir) => ({ dir, result: readRun(dir) })),
      { anyCommit },
    );
    const times = timesOf(folders.map(readTimings));
    writeRun(claimRunFolder({ out }, { ...merged.run, finished: false }), merged, times);
    if (json) terminal.out(JSON.stringify({ out, run: merged.run, misses: merged.misses.length }));
    terminal.say(`${merged.traces.length} episodes of ${dirs.length} runs joined in ${out}`);
    const missing = merged.run.episodesTotal - merged.traces.length;
    if (missing > 0) terminal.say(`${missing} of ${merged.run.episodesTotal} episodes are still missing`);
    return;
  }
  const stranger = dirs.find((dir) => isRun(dir) || knownTapes(dir).length === 0);
  if (stranger !== undefined) {
    throw new CommandFailure(2, `Cannot merge "${stranger}": expected folders of runs only, or folders of tapes only`);
  }
  if (!shipped) refuseShipped(out);
  const report = await mergeTapeFolders(dirs, out);
  if (json) terminal.out(JSON.stringify({ out, ...report }));
  terminal.say(`${report.added} recordings added to ${report.tapes} tapes in ${out}; ${report.shared} were shared`);
}

function isRun(dir: string): boolean {
  return runAt(dir) !== null;
}

/** From when the first began to when the last ended; null where one has not. */
function timesOf(times: readonly RunTimes[]): RunTimes {
  const started = times.map((each) => each.started).sort();
  const ended = times.map((each) => each.ended ?? '').sort();
  return { started: started[0] ?? '', ended: ended.includes('') ? null : (ended.at(-1) ?? null) };
}

type Part = { readonly dir: string; readonly result: RunResult };

/** Joins parts of one run. Refuses runs that were asked for anything else, and two different traces of one episode. */
export function mergeRuns(parts: readonly Part[], options: { anyCommit?: boolean } = {}): RunResult {
  const [first] = parts;
  if (first === undefined) throw new CommandFailure(2, 'Nothing to merge');
  const found = new Map<string, { dir: string; number: number; trace: Trace }>();
  for (const { dir, result } of parts) {
    refuseUnlike(first, { dir, result }, options);
    for (const [at, { number, episode }] of result.run.episodes.entries()) {
      const trace = result.traces[at];
      if (trace === undefined) continue;
      const before = found.get(episode);
      if (before !== undefined && writeTrace(before.trace) !== writeTrace(trace)) {
        throw new CommandFailure(
          2,
          `Cannot merge "${before.dir}" and "${dir}": their traces of episode "${episode}" differ`,
        );
      }
      found.set(episode, { dir, number, trace });
    }
  }
  const sorted = [...found].sort(([a, left], [b, right]) => left.number - right.number || (a < b ? -1 : 1));
  const misses = new Map(parts.flatMap(({ result }) => result.misses.map((miss) => [miss.episode, miss])));
  const isWhole = sorted.length === first.result.run.episodesTotal;
  return {
    run: {
      ...first.result.run,
      tapedeck: {
        version: common(parts, ({ tapedeck }) => tapedeck.version),
        commit: common(parts, ({ tapedeck }) => tapedeck.commit),
      },
      tapes: common(parts, ({ tapes }) => tapes) ?? [],
      shard: isWhole ? null : shardsOf(parts),
      finished: isWhole || parts.every(({ result }) => result.run.finished),
      episodes: sorted.map(([episode, { number }]) => ({ number, episode })),
    },
    traces: sorted.map(([, { trace }]) => trace),
    misses: sorted.flatMap(([episode]) => misses.get(episode) ?? []),
    wallMs: Object.assign({}, ...parts.map(({ result }) => result.wallMs)),
  };
}

function shardsOf(parts: readonly Part[]): string {
  return [...new Set(parts.map(({ result }) => result.run.shard ?? 'part'))].sort().join('+');
}

/** What all parts have alike; null where they do not. */
function common<T>(parts: readonly Part[], read: (run: RunRecord) => T): T | null {
  const [first, ...others] = parts.map(({ result }) => read(result.run));
  return others.every((other) => firstDifference(first, other) === null) ? (first ?? null) : null;
}

/** Runs that differ in anything but which episodes they hold are no parts of one run. */
function refuseUnlike(first: Part, other: Part, { anyCommit = false }: { anyCommit?: boolean }): void {
  const difference = firstDifference(...comparable(first, other, anyCommit));
  if (difference === null) return;
  const { path, left, right } = difference;
  const remedy = path.startsWith('tapedeck.') ? '; --any-commit joins them all the same' : '';
  throw new CommandFailure(
    2,
    `Cannot merge "${first.dir}" and "${other.dir}": ${path} ${shown(left)} is not ${shown(right)}${remedy}`,
  );
}

/** Tapes grow under runs that record; only what was replayed from different tapes has no place in one run. */
function comparable(first: Part, other: Part, anyCommit: boolean): [unknown, unknown] {
  const runs = [first.result.run, other.result.run] as const;
  const areReplays = runs.every(
    ({ settings, episodes }) =>
      settings['mode'] === 'replay' && (settings['simulatorMode'] ?? 'replay') === 'replay' && episodes.length > 0,
  );
  const part = ({ tapedeck, tapes, shard: _, finished: __, episodes: ___, ...asked }: RunRecord) => ({
    ...asked,
    ...(anyCommit ? {} : { tapedeck }),
    ...(areReplays ? { tapes } : {}),
  });
  return [part(runs[0]), part(runs[1])];
}

function shown(value: unknown): string {
  return excerpt(JSON.stringify(value) ?? '(nothing)', 80);
}
