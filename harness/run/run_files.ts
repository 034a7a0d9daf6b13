/**
 * The files of a run's folder, and those of them that are read whole.
 *
 * @module
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { readText } from '../io/read_text.ts';
import { type RunRecord, runSchema } from './run_record.ts';

export const RUN_FILES = {
  /** The traces one after the other, in the order of the plan. */
  traces: 'traces.jsonl',
  /** What each episode lacked that lacked an answer. */
  misses: 'misses.jsonl',
  /** How long each episode took; compared by nothing. */
  wallMs: 'wall_ms.jsonl',
  /** A line an episode: what it comes to, and where its trace lies. */
  episodes: 'episodes.jsonl',
  /** When it was, and in how many jobs; compared by nothing. */
  timings: 'timings.json',
  /** What was asked for. There from the beginning, and says that the run is not finished until it is. */
  record: 'run.json',
} as const;

const timesSchema = z.strictObject({
  /** ISO 8601, UTC. */
  started: z.string(),
  /** Null while the run is under way, and for good where it was killed. */
  ended: z.string().nullable(),
  /** As given: name or path of the suite, folders of tapes. These three are not known of runs that were joined. */
  suite: z.string().optional(),
  tapes: z.array(z.string()).optional(),
  jobs: z.int().optional(),
});

/** When and how a run was carried out. */
export type RunTimes = z.infer<typeof timesSchema>;

/** Reads `run.json`. */
export function readRunRecord(folder: string): RunRecord {
  const path = join(folder, RUN_FILES.record);
  return readCheckedJson(readText(path), runSchema, path).value;
}

/** Reads `timings.json`. */
export function readTimings(folder: string): RunTimes {
  const path = join(folder, RUN_FILES.timings);
  return readCheckedJson(readText(path), timesSchema, path).value;
}
