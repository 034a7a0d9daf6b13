/**
 * Reads what Fast Downward's search prints, and the plans that it writes.
 *
 * @module
 */

/** Null where the log does not say. */
export type FastDownwardLog = {
  readonly cost: number | null;
  readonly expanded: number | null;
  readonly evaluated: number | null;
  readonly generated: number | null;
  /** The search component's "Total time": processor time from its start on, the translator not counted. */
  readonly totalTimeMs: number | null;
};

/** Reads a log. Where a line comes several times, as when plan after plan is found, the last one counts. */
export function readFastDownwardLog(log: string): FastDownwardLog {
  const totalTime = lastNumber(log, /^(?:\[[^\]\n]*\] )?Total time: (\d+(?:\.\d+)?(?:e-?\d+)?)s$/gm);
  return {
    cost: lastNumber(log, /^(?:\[[^\]\n]*\] )?Plan cost: (\d+)$/gm),
    expanded: lastNumber(log, /^(?:\[[^\]\n]*\] )?Expanded (\d+) state\(s\)\.$/gm),
    evaluated: lastNumber(log, /^(?:\[[^\]\n]*\] )?Evaluated (\d+) state\(s\)\.$/gm),
    generated: lastNumber(log, /^(?:\[[^\]\n]*\] )?Generated (\d+) state\(s\)\.$/gm),
    totalTimeMs: totalTime === null ? null : totalTime * 1_000,
  };
}

function lastNumber(log: string, pattern: RegExp): number | null {
  const last = [...log.matchAll(pattern)].at(-1)?.[1];
  return last === undefined ? null : Number(last);
}

/** Of the files in a folder, the last plan written: `plan`, or `plan.12` after `plan.9`. Null if there is none. */
export function lastPlanFile(names: readonly string[], plan: string): string | null {
  let last: string | null = null;
  let greatest = -1;
  for (const name of names) {
    if (name !== plan && !name.startsWith(`${plan}.`)) continue;
    const ending = name === plan ? '0' : name.slice(plan.length + 1);
    if (!/^\d{1,9}$/.test(ending) || Number(ending) <= greatest) continue;
    greatest = Number(ending);
    last = name;
  }
  return last;
}
