/**
 * `tapedeck merge DIR…`: joins the shards of a run, or tapes that were recorded apart.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { knownTapes } from '../../cassettes/known_tapes.ts';
import { mergeTapeFolders } from '../../cassettes/tape_merge.ts';
import type { CommandContext } from '../command_line.ts';
import { CommandFailure } from '../failure.ts';
import { type RunResult, readRun, writeRun } from '../run_folder.ts';
import { type Trace, writeTrace } from '../trace.ts';

type MergeArguments = { dirs: string[]; out: string; json: boolean };

export function mergeCommand(context: CommandContext): CommandModule<object, MergeArguments> {
  return {
    command: 'merge <dirs..>',
    describe: 'Join shards of a run, or folders of tapes',
    builder: mergeOptions as unknown as (args: Argv) => Argv<MergeArguments>,
    handler: (args) => merge(args, context),
  };
}

function mergeOptions(args: Argv) {
  return args
    .positional('dirs', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'Folders of runs, or folders like cassettes/tapes',
    })
    .option('out', { alias: 'o', type: 'string', demandOption: true, describe: 'Where the joined run or tapes go' });
}

async function merge({ dirs, out, json }: MergeArguments, { terminal }: CommandContext): Promise<void> {
  if (dirs.every(isRun)) {
    const merged = mergeRuns(dirs.map((dir) => ({ dir, result: readRun(dir) })));
    writeRun(out, merged);
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
  const report = await mergeTapeFolders(dirs, out);
  if (json) terminal.out(JSON.stringify({ out, ...report }));
  terminal.say(`${report.added} recordings added to ${report.tapes} tapes in ${out}; ${report.shared} were shared`);
}

function isRun(dir: string): boolean {
  return existsSync(join(dir, 'run.json'));
}

type Part = { readonly dir: string; readonly result: RunResult };

/** Joins runs of one suite, model and world. Refuses two different traces of one episode. */
export function mergeRuns(parts: readonly Part[]): RunResult {
  const [first] = parts;
  if (first === undefined) throw new CommandFailure(2, 'Nothing to merge');
  const found = new Map<string, { dir: string; number: number; trace: Trace }>();
  for (const { dir, result } of parts) {
    refuseOther(first, { dir, result });
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
  return {
    run: {
      ...first.result.run,
      planners: [...new Set(parts.flatMap(({ result }) => result.run.planners))],
      shard: sorted.length === first.result.run.episodesTotal ? null : shardsOf(parts),
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

function refuseOther(first: Part, other: Part): void {
  for (const field of ['suite', 'model', 'env', 'episodesTotal'] as const) {
    const [one, two] = [first.result.run[field], other.result.run[field]];
    if (one !== two) {
      throw new CommandFailure(2, `Cannot merge "${first.dir}" and "${other.dir}": ${field} "${one}" is not "${two}"`);
    }
  }
}
