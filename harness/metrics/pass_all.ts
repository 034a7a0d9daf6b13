/**
 * pass^k: whether a task is done each time it is tried (Yao et al. 2024, τ-bench).
 *
 * @module
 */
import { metric } from './metric.ts';
import { sixDigits, sum } from './numbers.ts';

type Needs = { readonly scene: string; readonly task: string; readonly success: boolean };

export const passAll = metric({
  name: 'passAll',
  title: 'pass^k',
  meaning:
    'whether all k trials of a task in a scene succeed, k being the number of trials that every one of them has; none of a single trial',
  count: ({ summary }) => summary.success,
  pooled: { how: 'mean over tasks and scenes of the share of choices of k trials that all succeed', over: passedAll },
  columns: {
    'pass^k': ({ passAll: share, trials }) =>
      share === null ? 'n/a' : `${(100 * share).toFixed(1)} % (k = ${trials})`,
  },
});

function passedAll(episodes: readonly Needs[]): { readonly passAll: number | null; readonly trials: number | null } {
  const cells = [...Map.groupBy(episodes, ({ scene, task }) => JSON.stringify([scene, task])).values()];
  const trials = Math.min(...cells.map(({ length }) => length));
  if (cells.length === 0 || trials < 2) return { passAll: null, trials: null };
  const shares = cells.map(
    (cell) => choices(cell.filter(({ success }) => success).length, trials) / choices(cell.length, trials),
  );
  return { passAll: sixDigits(sum(shares) / cells.length), trials };
}

/** In how many ways so many can be chosen of all; 0 where there are fewer. */
function choices(all: number, chosen: number): number {
  let ways = 1;
  for (let at = 0; at < chosen; at += 1) ways *= Math.max(0, all - at) / (at + 1);
  return ways;
}
