import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type TapeName, tapeFiles } from '../../cassettes/format/tape_files.ts';
import { knownTapes } from '../../cassettes/reading/known_tapes.ts';
import { openTape } from '../../cassettes/reading/tape.ts';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { foreignCode } from '../episode/planner_spec.ts';
import { sha256 } from '../io/digest.ts';
import { invalid, unknownName } from '../io/errors/failure.ts';
import { PLACES, shippedOrOwn } from '../io/places.ts';
import { readText } from '../io/read_text.ts';
import type { Messages } from '../io/screen.ts';
import { codeVersion } from '../run/code_version.ts';
import { collectRun } from '../run/execute_run.ts';
import { findRun, runAt } from '../run/run_folder.ts';
import { type SuiteRecord, suiteRecordSchema } from '../run/run_record.ts';
import type { RunResult } from '../run/stored_run.ts';
import { readSuite } from '../run/suites/suite.ts';
import { type Cell, cellsOf, familyOf, modelOf, readScoredAnswers } from '../tables/papers/planbench/answer.ts';
import { type EpisodeName, episodeId, isComplete, readEpisodeId, type Trace, writeTrace } from '../trace/trace.ts';
import type { NamedPair } from './pairs.ts';
import { chosenTraces, playedSide, runSide, type Side, type SideEpisode } from './side.ts';
import { plannerToday } from './staleness.ts';

type Sides<T> = Readonly<Record<'baseline' | 'candidate', T>>;
type Replaying = Readonly<{ signal: AbortSignal; messages: Messages; jobs: number }>;
type PlannerMap = readonly Readonly<{ own: string; other: string }>[];
/** Tapes replay what the other side played, or all that they have if it is tapes, too. */
type OpenSide =
  | { readonly side: Side }
  | { readonly side: null; replay(other: Side | null, planners: PlannerMap): Promise<Side> };

/** Throws a CommandFailure, TraceError or TapeError. */
export async function readSides(
  { planners, ...names }: Sides<string> & { readonly planners: readonly NamedPair[] },
  replaying: Replaying,
): Promise<Sides<Side>> {
  const [before, after] = [openSide(names.baseline, replaying), openSide(names.candidate, replaying)];
  // With tapes on both sides, only the likeliest reading of a pair is played.
  const areTapes = before.side === null && after.side === null;
  const pairs = planners.flatMap(({ readings }) => (areTapes ? readings.slice(0, 1) : readings));
  const baselineMap = pairs.map((pair) => ({ own: pair.baseline, other: pair.candidate }));
  const candidateMap = pairs.map((pair) => ({ own: pair.candidate, other: pair.baseline }));
  const baseline = before.side ?? (await before.replay(after.side, baselineMap));
  return { baseline, candidate: after.side ?? (await after.replay(baseline, candidateMap)) };
}

const EPISODES_FILE = 'episodes.json';
const PROVENANCE = ['runs.json', 'sources.json', 'SHA256SUMS'];
const PLANBENCH = 'planbench:';

function openSide(text: string, replaying: Replaying): OpenSide {
  if (text.startsWith(PLANBENCH)) return { side: planbenchSide(text) };
  const name = shippedOrOwn(text);
  const run = runAt(name);
  if (run !== null) return { side: runSide(name, run) };
  const areTables = [EPISODES_FILE, 'runs.json'].some((file) => existsSync(join(name, file)));
  if (areTables) return { side: tablesSide(name, replaying) };
  const tapes = tapesIn(name);
  if (tapes.length === 0) return { side: runSide(name, runFolder(name)) };
  return { side: null, replay: (other, planners) => tapesSide(name, { tapes, other, planners }, replaying) };
}

function runFolder(name: string): string {
  try {
    return findRun(name);
  } catch (cause) {
    throw invalid(
      `Cannot compare "${name}": it is not a run, a folder of tapes, a folder of tables or planbench:MODEL; make a run with \`tapedeck run SUITE\`, or choose one with \`tapedeck runs list\``,
      { cause },
    );
  }
}

const WORLD = { env: 'planbench', envOptions: {} };

export function planbenchSide(name: string): Side {
  const model = modelOf(name.slice(PLANBENCH.length));
  const cells = cellsOf(readScoredAnswers(), familyOf).filter(({ answers }) => answers.length > 0);
  const models = new Set(cells.map((cell) => cell.model));
  if (!models.has(model)) throw unknownName('PlanBench model', model, [...models].sort());
  const modelCells = cells.filter((cell) => cell.model === model);
  const record = { ...WORLD, model, planners: [model], prompts: {}, scenes: {}, tasks: {}, version: null };
  return {
    ...{ name, kind: 'planbench', code: null, finished: true, tapes: [] },
    suites: modelCells.map((cell) => ({ suite: suiteOf(cell), ...record })),
    episodes: modelCells.flatMap(episodesOf),
    traces: async () => new Map(),
  };
}

function suiteOf({ domain, prompt }: Cell): string {
  return `${domain} ${prompt}`.replace(/\W+/g, '_');
}

function episodesOf(cell: Cell): SideEpisode[] {
  return cell.answers.map(({ domain, instance, objects, valid, plan, failure }) => {
    const name = { suite: suiteOf(cell), scene: domain, task: `${domain}_${instance}`, planner: cell.model, trial: 1 };
    const row = { success: valid, steps: plan?.length ?? null, failureKind: failure?.kind ?? null };
    const digests = { scene: domain, task: `${objects} objects`, prompts: cell.prompt };
    const episode = { ...name, episode: episodeId(name), end: valid ? 'goal' : 'failed', complete: true };
    // null, as models differ on purpose
    return { ...episode, row, model: null, digests, world: WORLD };
  });
}

const rowsSchema = z.object({
  rows: z.array(
    z
      .looseObject({ episode: z.string(), end: z.string(), success: z.boolean(), traceSha256: z.string() })
      .and(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  ),
});
type Row = z.infer<typeof rowsSchema>['rows'][number];

/** A replayed trace counts only if its digest is the row's. */
function tablesSide(name: string, replaying: Replaying): Side {
  const cannot = `Cannot compare with the tables in "${name}"`;
  const missing = PROVENANCE.find((file) => !existsSync(join(name, file)));
  if (missing !== undefined) {
    throw invalid(
      `${cannot}: they have no provenance ("${missing}" is missing); rebuild them with \`tapedeck tables --out ${name}\``,
    );
  }
  const path = join(name, EPISODES_FILE);
  const text = readText(path);
  if (!readText(join(name, 'SHA256SUMS')).includes(`${sha256(text)}  ${EPISODES_FILE}\n`)) {
    throw invalid(`${cannot}: "${path}" does not match SHA256SUMS`);
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
    traces: replayRows(new Map(rows.map((row) => [row.episode, row.traceSha256])), replaying),
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
    throw invalid(`Cannot read "${path}": runs.json does not list episode "${episode}"`);
  }
  const { env, envOptions, model } = record;
  return {
    ...{ ...name, episode, end, complete: true, row },
    model: typeof row['calls'] === 'number' && row['calls'] > 0 ? model : null,
    digests: { scene, task, prompts: prompts.digest },
    world: { env, envOptions },
  };
}

function replayRows(digests: ReadonlyMap<string, string>, replaying: Replaying): Side['traces'] {
  const played = new Set<string>();
  const replayed = new Map<string, Trace>();
  return async (episodes) => {
    const fresh = episodes.filter(({ episode }) => !played.has(episode));
    for (const { episode } of fresh) played.add(episode);
    // Tables must not name code to run.
    const shipped = fresh.filter(({ planner }) => foreignCode(planner, '.') === null);
    for (const [suite, cells] of Map.groupBy(shipped, (episode) => episode.suite)) {
      const { traces } = await replayCells({ suite, cells, tapes: [PLACES.tapes] }, replaying);
      for (const trace of traces) {
        const id = episodeId(trace.header);
        if (sha256(writeTrace(trace)) === digests.get(id)) replayed.set(id, trace);
      }
    }
    return chosenTraces(episodes, replayed);
  };
}

type EpisodeCell = Pick<EpisodeName, 'scene' | 'task' | 'planner' | 'trial'>;
type Replay = Readonly<{ suite: string; cells: readonly EpisodeCell[]; tapes: readonly string[]; model?: string }>;

function replayCells({ cells, tapes, ...suite }: Replay, { jobs, ...options }: Replaying): Promise<RunResult> {
  const distinct = (key: 'scene' | 'task' | 'planner') => [...new Set(cells.map((cell) => cell[key]))];
  const names = { scenes: distinct('scene'), tasks: distinct('task'), planners: distinct('planner') };
  const trials = Math.max(...cells.map((cell) => cell.trial));
  return collectRun({ ...suite, ...names, trials }, { mode: 'replay', tapes, jobs }, options);
}

/** `folder`: like `cassettes/tapes`, or a suite or model in it. */
function tapesIn(folder: string): readonly TapeName[] {
  const path = resolve(folder);
  for (const tapesDir of [path, dirname(path), dirname(dirname(path))]) {
    const tapes = knownTapes(tapesDir).filter((tape) => `${tapeFiles(tape).dir}/`.startsWith(`${path}/`));
    if (tapes.length > 0) return tapes;
  }
  return [];
}

type TapesRequest = Readonly<{ tapes: readonly TapeName[]; other: Side | null; planners: PlannerMap }>;

async function tapesSide(name: string, { tapes, other, planners }: TapesRequest, replaying: Replaying): Promise<Side> {
  const played: Pick<RunResult, 'run' | 'traces'>[] = [];
  for (const tape of tapes) {
    const { suite, model, tapesDir } = tape;
    if (other?.suites.every((each) => each.suite !== suite)) continue;
    const cells = await (other === null ? cellsOnTape(tape, planners) : cellsLike(other, tape, planners));
    if (cells.length === 0) continue;
    const { run, traces } = await replayCells({ suite, model, cells, tapes: [tapesDir] }, replaying);
    played.push({ run, traces: traces.filter(isComplete) });
  }
  if (played.every(({ traces }) => traces.length === 0)) {
    const suites = tapes.map(({ suite }) => `"${suite}"`).join(', ');
    const like = other === null ? '' : ` that "${other.name}" has played`;
    throw invalid(
      `Cannot compare "${name}": its tapes (suites ${suites}) contain no complete episode${like}; to compare two planners, name them with --pair BASELINE:CANDIDATE`,
    );
  }
  return {
    name,
    kind: 'tapes',
    code: codeVersion(),
    finished: true,
    tapes: [tapes[0]!.tapesDir],
    ...playedSide(played),
  };
}

async function cellsOnTape(tape: TapeName, map: PlannerMap): Promise<readonly EpisodeCell[]> {
  const { planners, trials } = readSuite(tape.suite);
  const sidePlanners = map.length === 0 ? planners : map.map((each) => each.own);
  return (await tasksOf(tape)).flatMap((cell) => {
    const [scene = '', task = ''] = cell.split('/');
    // `replayCells` plays all trials up to the last.
    return sidePlanners.map((planner) => ({ scene, task, planner, trial: trials }));
  });
}

async function cellsLike({ episodes }: Side, tape: TapeName, map: PlannerMap): Promise<readonly EpisodeCell[]> {
  const tasks = await tasksOf(tape);
  const cells = episodes.filter(({ suite, scene, task }) => suite === tape.suite && tasks.includes(`${scene}/${task}`));
  if (map.length > 0) {
    return cells.flatMap((cell) =>
      map.filter(({ other }) => other === cell.planner).map(({ own }) => ({ ...cell, planner: own })),
    );
  }
  const planners = [...new Set(cells.map((cell) => cell.planner))];
  const shipped = await Promise.all(planners.map(isShipped));
  return cells.filter(({ planner }) => shipped[planners.indexOf(planner)]);
}

async function isShipped(planner: string): Promise<boolean> {
  return foreignCode(planner, '.') === null && (await plannerToday(planner))?.spec === planner;
}

async function tasksOf(name: TapeName): Promise<readonly string[]> {
  const tape = await openTape(name);
  const tasks = [...tape.tasks()].sort();
  await tape.close();
  return tasks;
}
