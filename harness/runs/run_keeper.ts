/**
 * Keeps a run in a folder from its beginning to its end, whatever becomes of it.
 *
 * @module
 */
import { claimRunFolder, type RunPlace } from './claim_run_folder.ts';
import { pointToLatest } from './latest_run.ts';
import { type RunResult, type RunTimes, removeRun, writeRun } from './run_folder.ts';

export type RunKeeper = {
  /** Claims the folder, which says from then on that the run is not finished. */
  begin(planned: RunResult): void;
  /** Writes what was played, and makes it the suite's latest. */
  end(result: RunResult): void;
  /** The same where the run could not go on; nothing is left of one in which nothing was played. */
  fail(result: RunResult): void;
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

  function end(result: RunResult): void {
    writeRun(folder, result, { started, ended: now().toISOString(), ...how });
    if (out === undefined) pointToLatest(folder);
  }

  return {
    begin(planned) {
      const date = now();
      started = date.toISOString();
      const place: RunPlace = out === undefined ? { runs, suite: planned.run.suite, name, now: date } : { out };
      folder = claimRunFolder(place, planned.run);
      writeRun(folder, planned, { started, ended: null, ...how });
      onFolder(folder);
    },
    end,
    fail(result) {
      if (result.traces.length === 0) removeRun(folder);
      else end(result);
    },
  };
}
