/**
 * pass^k: whether a task is done each time it is tried (Yao et al. 2024, τ-bench).
 *
 * @module
 */
import { metric } from './metric.ts';
import { percentRange } from './numbers.ts';
import { BY_TASKS, meanOf } from './poolings.ts';

type Needs = { readonly scene: string; readonly task: string; readonly success: boolean };

type Passed = { readonly task: string; readonly value: number };

const SHARE = meanOf('mean over tasks and scenes', 'passAll', (cells: readonly Passed[]) => cells);

export const passAll = metric({
  name: 'passAll',
  title: 'pass^k',
  meaning:
    'whether all k trials of a task in a scene succeed, k being the number of trials that every one of them has; none of a single trial',
  count: ({ summary }) => summary.success,
  pooled: {
    how: `mean over tasks and scenes of the share of choices of k trials that all succeed; ${BY_TASKS}`,
    over(episodes: readonly Needs[]) {
      const cells = [...Map.groupBy(episodes, ({ scene, task }) => JSON.stringify([scene, task])).values()];
      const fewest = Math.min(...cells.map(({ length }) => length));
      const trials = cells.length === 0 || fewest < 2 ? null : fewest;
      return { ...SHARE.over(trials === null ? [] : cells.map((cell) => passed(cell, trials))), trials };
    },
  },
  columns: {
    'pass^k': ({ passAll: share, passAllLow, passAllHigh, trials }) =>
      share === null ? 'n/a' : `k = ${trials}: ${percentRange(share, passAllLow, passAllHigh)}`,
  },
});

/** Of one task in one scene: the share of choices of so many trials that all succeed. */
function passed(cell: readonly Needs[], trials: number): Passed {
  const successes = cell.filter(({ success }) => success).length;
  return { task: cell[0]!.task, value: choices(successes, trials) / choices(cell.length, trials) };
}

/** In how many ways so many can be chosen of all; 0 where there are fewer. */
function choices(all: number, chosen: number): number {
  let ways = 1;
  for (let at = 0; at < chosen; at += 1) ways *= Math.max(0, all - at) / (at + 1);
  return ways;
}
