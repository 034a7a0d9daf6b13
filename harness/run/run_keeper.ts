/**
 * Keeps a run in a folder from its beginning to its end, whatever becomes of it.
 *
 * @module
 */
import { claimRunFolder, type RunPlace } from './claim_run_folder.ts';
import { pointToLatest } from './latest_run.ts';
import { removeRun } from './remove_run.ts';
import type { RunTimes } from './run_files.ts';
import type { RunRecord } from './run_record.ts';
import { RunWriter } from './run_writer.ts';
import type { EpisodeDone } from './threads/run_episodes.ts';

export type RunKeeper = {
  /** Claims the folder, which says from then on that the run is not finished. */
  begin(planned: RunRecord): void;
  /** Writes an episode that was played; to be called in the order of the plan. */
  add(done: EpisodeDone): void;
  /** Says how the run ended, and makes it the suite's latest. */
  end(run: RunRecord): void;
  /** The same where the run could not go on; nothing is left of one in which nothing was played. */
  fail(run: RunRecord): void;
};

export type KeptRun = {
  /** A folder for this run alone; else it goes to `runs/<suite>/`, under its name or the time. */
  readonly out: string | undefined;
  readonly name: string | undefined;
  readonly runs: string;
  /** How it is carried out. */
  readonly how: Omit<RunTimes, 'started' | 'ended'>;
  readonly now: () => Date;
};

/** `onFolder` is told where the run goes, as soon as it is settled. */
export function runKeeper({ out, name, runs, how, now }: KeptRun, onFolder: (folder: string) => void): RunKeeper {
  let folder = '';
  let started = '';
  let writer: RunWriter | null = null;

  function opened(): RunWriter {
    if (writer === null) throw new Error('A run is begun before it is written');
    return writer;
  }

  function end(run: RunRecord): void {
    opened().end(run, { started, ended: now().toISOString(), ...how });
    if (out === undefined) pointToLatest(folder);
  }

  return {
    begin(planned) {
      const date = now();
      started = date.toISOString();
      const place: RunPlace = out === undefined ? { runs, suite: planned.suite, name, now: date } : { out };
      folder = claimRunFolder(place, planned);
      const times = { started, ended: null, ...how };
      writer = new RunWriter(folder, planned, { times, nowMs: () => now().getTime() });
      onFolder(folder);
    },
    add: (done) => opened().add(done),
    end,
    fail(run) {
      if (opened().played > 0) return end(run);
      opened().close();
      removeRun(folder);
    },
  };
}
