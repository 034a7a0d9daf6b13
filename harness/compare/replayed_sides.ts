import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type TapeName, tapeFiles } from '../../cassettes/format/tape_files.ts';
import { knownTapes } from '../../cassettes/reading/known_tapes.ts';
import { openTape } from '../../cassettes/reading/tape.ts';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { choosePlanner, foreignCode } from '../episode/planner_spec.ts';
import { sha256 } from '../io/digest.ts';
import { CommandFailure, invalid } from '../io/errors/failure.ts';
import type { Messages } from '../io/messages.ts';
import { PLACES } from '../io/places.ts';
import { readText } from '../io/read_text.ts';
import { codeVersion } from '../run/code_version.ts';
import { collectRun } from '../run/execute_run.ts';
import { type SuiteRecord, suiteRecordSchema } from '../run/run_record.ts';
import type { RunResult } from '../run/stored_run.ts';
import { readSuite } from '../run/suites/suite.ts';
import { type EpisodeName, episodeId, isComplete, readEpisodeId, type Trace, writeTrace } from '../trace/trace.ts';
import { foundTraces, playedSide, type Side, type SideEpisode } from './side.ts';

export type Replaying = Readonly<{ signal: AbortSignal; messages: Messages; jobs: number }>;

type Cell = Pick<EpisodeName, 'scene' | 'task' | 'planner' | 'trial'>;

type Cells = Readonly<{
  suite: string;
  cells: readonly Cell[];
  tapes: readonly string[];
  model?: string;
}>;

function replayCells({ suite, cells, tapes, model }: Cells, replaying: Replaying): Promise<RunResult> {
  const all = (key: 'scene' | 'task' | 'planner') => [...new Set(cells.map((cell) => cell[key]))];
  const trials = Math.max(...cells.map(({ trial }) => trial));
  const request = { suite, scenes: all('scene'), tasks: all('task'), planners: all('planner'), trials };
  const { jobs, ...options } = replaying;
  return collectRun({ ...request, ...(model !== undefined && { model }) }, { mode: 'replay', tapes, jobs }, options);
}

const field = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rowsSchema = z.object({
  rows: z.array(
    z
      .looseObject({ episode: z.string(), end: z.string(), success: z.boolean(), traceSha256: z.string() })
      .and(z.record(z.string(), field)),
  ),
});
type Row = z.infer<typeof rowsSchema>['rows'][number];

export const EPISODES_FILE = 'episodes.json';

const PROVENANCE = ['runs.json', 'sources.json', 'SHA256SUMS'];

/** A replayed trace counts only if its digest is the row's. Throws on a damaged folder or one without provenance. */
export function tablesSide(name: string, replaying: Replaying): Side {
  const missing = PROVENANCE.find((file) => !existsSync(join(name, file)));
  if (missing !== undefined) {
    throw invalid(
      `Cannot compare with the tables in "${name}": they have no provenance ("${missing}" is missing); rebuild them with \`tapedeck tables --out ${name}\``,
    );
  }
  const path = join(name, EPISODES_FILE);
  const text = readText(path);
  if (!readText(join(name, 'SHA256SUMS')).includes(`${sha256(text)}  ${EPISODES_FILE}\n`)) {
    throw invalid(`Cannot compare with the tables in "${name}": "${path}" is not what SHA256SUMS says`);
  }
  const { rows } = readCheckedJson(text, rowsSchema, path).value;
  const runsPath = join(name, 'runs.json');
  const suites = readCheckedJson(readText(runsPath), z.array(suiteRecordSchema), runsPath).value;
  const records = new Map(suites.map((suite) => [suite.suite, suite]));
  const versions = new Set(suites.map(({ version }) => version));
  return {
    name,
    kind: 'tables',
    code: { version: versions.size === 1 ? suites[0]!.version : null, commit: null },
    finished: true,
    suites,
    episodes: rows.map((row) => rowEpisode(row, records, path)),
    tapes: [PLACES.tapes],
    traces: tracesAsListed(new Map(rows.map((row) => [row.episode, row.traceSha256])), replaying),
  };
}

function rowEpisode(row: Row, records: ReadonlyMap<string, SuiteRecord>, path: string): SideEpisode {
  const { episode, end } = row;
  const name = readEpisodeId(episode);
  const record = records.get(name?.suite ?? '');
  const scene = record?.scenes[name?.scene ?? ''];
  const task = record?.tasks[name?.task ?? ''];
  const prompts = record?.prompts[name?.planner ?? ''];
  if (name === null || record === undefined || scene === undefined || task === undefined || prompts === undefined) {
    throw invalid(`Cannot read "${path}": episode "${episode}" is not in the runs.json beside it`);
  }
  const { env, envOptions, model } = record;
  return {
    ...{ ...name, episode, end, complete: true, row },
    model: typeof row['calls'] === 'number' && row['calls'] > 0 ? model : null,
    digests: { scene, task, prompts: prompts.digest },
    world: { env, envOptions },
  };
}

function tracesAsListed(digests: ReadonlyMap<string, string>, replaying: Replaying): Side['traces'] {
  const played = new Set<string>();
  const found = new Map<string, Trace>();
  return async (episodes) => {
    const fresh = episodes.filter(({ episode }) => !played.has(episode));
    for (const { episode } of fresh) played.add(episode);
    // Tables must not name code to run.
    const ours = fresh.filter(({ planner }) => foreignCode(planner, '.') === null);
    for (const [suite, cells] of Map.groupBy(ours, (episode) => episode.suite)) {
      const { traces } = await replayCells({ suite, cells, tapes: [PLACES.tapes] }, replaying);
      for (const trace of traces) {
        const id = episodeId(trace.header);
        if (sha256(writeTrace(trace)) === digests.get(id)) found.set(id, trace);
      }
    }
    return foundTraces(episodes, found);
  };
}

/** `folder` is like `cassettes/tapes`, or a suite or model in it; empty otherwise. */
export function tapesIn(folder: string): readonly TapeName[] {
  const path = resolve(folder);
  for (const tapesDir of [path, dirname(path), dirname(dirname(path))]) {
    const within = knownTapes(tapesDir).filter((tape) => `${tapeFiles(tape).dir}/`.startsWith(`${path}/`));
    if (within.length > 0) return within;
  }
  return [];
}

export type PlayedTapes = Readonly<{
  tapes: readonly TapeName[];
  other: Side | null;
  named: readonly Readonly<{ own: string; others: string }>[];
}>;

/** Limited to the other side's suites, tasks and trials, if given. Throws a CommandFailure if no episode replays. */
export async function tapesSide(
  name: string,
  { tapes, other, named }: PlayedTapes,
  replaying: Replaying,
): Promise<Side> {
  const wanted = tapes.filter(({ suite }) => other === null || other.suites.some((each) => each.suite === suite));
  const played: Pick<RunResult, 'run' | 'traces'>[] = [];
  for (const tape of wanted) {
    const cells = await (other === null ? cellsOnTape(tape, named) : cellsLike(other, tape, named));
    if (cells.length === 0) continue;
    const { suite, model, tapesDir } = tape;
    const { run, traces } = await replayCells({ suite, model, cells, tapes: [tapesDir] }, replaying);
    played.push({ run, traces: traces.filter(isComplete) });
  }
  if (played.every(({ traces }) => traces.length === 0)) {
    const suites = tapes.map(({ suite }) => `"${suite}"`).join(', ');
    const of = other === null ? '' : ` of what "${other.name}" has played`;
    throw invalid(
      `Cannot compare "${name}": its tapes (suites ${suites}) hold no whole episode${of}; where the planners are to be two, name them with --pair BASELINE:CANDIDATE`,
    );
  }
  const from = { name, kind: 'tapes', code: codeVersion(), finished: true, tapes: [tapes[0]!.tapesDir] } as const;
  return { ...from, ...playedSide(played) };
}

async function cellsOnTape(tape: TapeName, named: PlayedTapes['named']): Promise<readonly Cell[]> {
  const { planners, trials } = readSuite(tape.suite);
  const own = named.length === 0 ? planners : named.map((each) => each.own);
  return (await tasksOf(tape)).flatMap((cell) => {
    const [scene = '', task = ''] = cell.split('/');
    return own.map((planner) => ({ scene, task, planner, trial: trials }));
  });
}

async function cellsLike({ episodes }: Side, tape: TapeName, named: PlayedTapes['named']): Promise<readonly Cell[]> {
  const tasks = await tasksOf(tape);
  const cells = episodes.filter(({ suite, scene, task }) => suite === tape.suite && tasks.includes(`${scene}/${task}`));
  if (named.length > 0) {
    return cells.flatMap((cell) =>
      named.filter(({ others }) => others === cell.planner).map(({ own }) => ({ ...cell, planner: own })),
    );
  }
  const planners = [...new Set(cells.map((cell) => cell.planner))];
  const shipped = await Promise.all(planners.map(isShipped));
  return cells.filter(({ planner }) => shipped[planners.indexOf(planner)]);
}

async function isShipped(planner: string): Promise<boolean> {
  if (foreignCode(planner, '.') !== null) return false;
  try {
    return (await choosePlanner(planner)).spec === planner;
  } catch (error) {
    if (error instanceof CommandFailure) return false;
    throw error;
  }
}

/** Includes the journals of interrupted recordings. */
async function tasksOf(name: TapeName): Promise<readonly string[]> {
  const tape = await openTape(name);
  const tasks = [...tape.tasks()].toSorted();
  await tape.close();
  return tasks;
}
