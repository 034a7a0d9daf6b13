/** Runs tasks so that only so many are under way at a time, first come, first served. */

/** `max` is at least 1. */
export function limitConcurrency(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  if (!Number.isInteger(max) || max < 1) throw new RangeError(`Cannot run ${max} tasks at a time: expected 1 or more`);
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // A place that is handed on stays taken, so nobody slips in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
