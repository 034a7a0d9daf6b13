/**
 * A side that is the tables of an earlier time, such as `results/baseline`.
 *
 * Its episodes are rows. A trace is had by playing the episode again from the shipped tapes, and taken only if its digest is the row's.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { foreignCode } from '../episode/planner_spec.ts';
import { sha256 } from '../io/digest.ts';
import { invalid } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import { readText } from '../io/read_text.ts';
import { type SuiteRecord, suiteRecordSchema } from '../run/run_record.ts';
import { episodeId, readEpisodeId, type Trace, writeTrace } from '../trace/trace.ts';
import { type Replaying, replayCells } from './replay_cells.ts';
import type { Side, SideEpisode } from './side.ts';

const field = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rowsSchema = z.object({
  rows: z.array(
    z
      .looseObject({ episode: z.string(), end: z.string(), success: z.boolean(), traceSha256: z.string() })
      .and(z.record(z.string(), field)),
  ),
});
type Row = z.infer<typeof rowsSchema>['rows'][number];

/** What tells that a folder holds tables. */
export const EPISODES_FILE = 'episodes.json';

/** Where a baseline says of which worlds, tasks, prompts and models it was made, and from which tapes. */
const PROVENANCE = ['runs.json', 'sources.json', 'SHA256SUMS'];

/** Throws, naming file and place, on a folder that is damaged or does not say what it was made of. */
export function tablesSide(name: string, replaying: Replaying): Side {
  const lacking = PROVENANCE.find((file) => !existsSync(join(name, file)));
  if (lacking !== undefined) {
    throw invalid(
      `Cannot compare with the tables in "${name}": they have no provenance (no "${lacking}" says what they were made of); make them anew with \`tapedeck tables --out ${name}\``,
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
  const digests = new Map(rows.map((row) => [row.episode, row.traceSha256]));
  return {
    name,
    kind: 'tables',
    code: { version: sharedVersion(suites), commit: null },
    finished: true,
    suites,
    episodes: rows.map((row) => rowEpisode(row, records, path)),
    tapes: [PLACES.tapes],
    traces: replayedOnce(digests, replaying),
  };
}

/** Null where the suites were played by several. */
function sharedVersion(suites: readonly SuiteRecord[]): string | null {
  const versions = new Set(suites.map(({ version }) => version));
  return versions.size === 1 ? (suites[0]?.version ?? null) : null;
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
  const asks = typeof row['calls'] === 'number' && row['calls'] > 0;
  return {
    ...name,
    episode,
    end,
    complete: true,
    row,
    model: asks ? model : null,
    digests: { scene, task, prompts: prompts.digest },
    world: { env, envOptions },
  };
}

/** Plays no episode twice, however often it is asked for. */
function replayedOnce(digests: ReadonlyMap<string, string>, replaying: Replaying): Side['traces'] {
  const asked = new Set<string>();
  const found = new Map<string, Trace>();
  return async (episodes) => {
    const others = episodes.filter(({ episode }) => !asked.has(episode));
    for (const { episode } of others) asked.add(episode);
    for (const [episode, trace] of await tracesOf(others, digests, replaying)) found.set(episode, trace);
    return new Map(episodes.flatMap(({ episode }) => (found.has(episode) ? [[episode, found.get(episode)!]] : [])));
  };
}

async function tracesOf(
  episodes: readonly SideEpisode[],
  digests: ReadonlyMap<string, string>,
  replaying: Replaying,
): Promise<Map<string, Trace>> {
  // Tables are data, which must not name what is run.
  const played = episodes.filter(({ planner }) => foreignCode(planner, '.') === null);
  const bySuite = Map.groupBy(played, ({ suite }) => suite);
  const found = new Map<string, Trace>();
  for (const [suite, cells] of bySuite) {
    const { traces } = await replayCells({ suite, cells, tapes: [PLACES.tapes] }, replaying);
    for (const trace of traces) {
      const id = episodeId(trace.header);
      if (sha256(writeTrace(trace)) === digests.get(id)) found.set(id, trace);
    }
  }
  return found;
}
