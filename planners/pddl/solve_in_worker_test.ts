import { describe, expect, it } from 'vitest';
import { blocksProblem } from './blocks_problem.ts';
import { groundTask } from './ground_pddl.ts';
import type { GroundTask } from './ground_task.ts';
import { CostTooGreatError } from './pack_task.ts';
import { smallTask } from './small_task.ts';
import { solve } from './solve.ts';
import { solveInWorker } from './solve_in_worker.ts';

function blocks(count: number, seed: number): GroundTask {
  const result = groundTask(...blocksProblem(count, seed));
  if (result.status !== 'ok') throw new Error(result.message);
  return result.task;
}

/** More states than any test waits for. */
const ENDLESS = blocks(12, 1);

describe('solveInWorker()', () => {
  it('gives what solve() does', async () => {
    for (const options of [{}, { heuristic: 'blind', limits: { expansionsMax: 100 } }] as const) {
      const task = blocks(6, 2);
      expect(await solveInWorker(task, options)).toEqual(await solve(task, options));
    }
    const hopeless = smallTask({ initial: 'a', goal: 'b', operators: [] });
    expect(await solveInWorker(hopeless)).toEqual(await solve(hopeless));
  });

  it('asks the thread to stop when time is up, and keeps what it counted', async () => {
    const result = await solveInWorker(ENDLESS, { heuristic: 'blind', timeLimitMs: 0, graceMs: 600_000 });
    expect(result).toMatchObject({ status: 'limit', limit: 'time', initialH: 1 });
    expect(result.evaluated).toBeGreaterThan(0);
  });

  it('ends a thread that does not stop by itself', async () => {
    const result = await solveInWorker(ENDLESS, { heuristic: 'blind', timeLimitMs: 0, graceMs: 0 });
    expect(result).toMatchObject({ status: 'limit', limit: 'time' });
  });

  it('stops at the signal, also before it has begun', async () => {
    const interruption = new AbortController();
    const solving = solveInWorker(ENDLESS, { heuristic: 'blind', signal: interruption.signal });
    setImmediate(() => interruption.abort());
    expect(await solving).toMatchObject({ status: 'limit', limit: 'aborted' });
    expect(await solveInWorker(ENDLESS, { signal: interruption.signal })).toMatchObject({
      limit: 'aborted',
      expanded: 0,
    });
  });

  it('rejects where costs are too great to be counted', async () => {
    const task = smallTask({ initial: '', goal: 'a', operators: ['go 2000000000: > +a'] });
    await expect(solveInWorker(task)).rejects.toThrow(CostTooGreatError);
  });

  it('rejects where the thread fails', async () => {
    const broken = { ...smallTask({ initial: '', goal: 'a', operators: [] }), goal: null } as unknown as GroundTask;
    await expect(solveInWorker(broken)).rejects.toThrow(TypeError);
  });
});
