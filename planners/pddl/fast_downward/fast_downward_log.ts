/**
 * Reads the log of Fast Downward's search, and finds the plan that it wrote last.
 *
 * @module
 */

/** Null if the log does not say. */
export type FastDownwardLog = {
  readonly cost: number | null;
  readonly expanded: number | null;
  readonly evaluated: number | null;
  readonly generated: number | null;
  /** The search component's "Total time": its processor time, without the translator. */
  readonly totalTimeMs: number | null;
};

/** If a line comes several times, as when plan after plan is found, the last one counts. */
export function readFastDownwardLog(log: string): FastDownwardLog {
  const lines = log.split('\n').map((line) => line.replace(/^\[[^\]]*\] /, ''));
  const seconds = lastNumber(lines, /^Total time: (\d+(?:\.\d+)?(?:e-?\d+)?)s$/);
  return {
    cost: lastNumber(lines, /^Plan cost: (\d+)$/),
    expanded: lastNumber(lines, /^Expanded (\d+) state\(s\)\.$/),
    evaluated: lastNumber(lines, /^Evaluated (\d+) state\(s\)\.$/),
    generated: lastNumber(lines, /^Generated (\d+) state\(s\)\.$/),
    totalTimeMs: seconds === null ? null : seconds * 1_000,
  };
}

function lastNumber(lines: readonly string[], pattern: RegExp): number | null {
  const line = lines.findLast((each) => pattern.test(each));
  return line === undefined ? null : Number(pattern.exec(line)?.[1]);
}

/** Of the files in a folder, the last plan written: `plan`, or the one with the highest number, as `plan.12`. Null if none. */
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
