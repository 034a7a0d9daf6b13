/**
 * pass^k: whether a task is done each time it is tried (Yao et al. 2024, τ-bench).
 *
 * @module
 */
import { metric } from './metric.ts';
import { percentRange } from './numbers.ts';
import { BY_TASKS, meanOf, pooling } from './poolings.ts';

type Needs = { readonly scene: string; readonly task: string; readonly success: boolean };

/** A task in a scene, and how often it was tried. */
type Tried = { readonly task: string; successes: number; trials: number };

const SHARE = meanOf(
  'mean over tasks and scenes',
  'passAll',
  ({ value }: { readonly task: string; readonly value: number }) => value,
);

export const passAll = metric({
  name: 'passAll',
  title: 'pass^k',
  meaning:
    'whether all k trials of a task in a scene succeed, k being the number of trials that every one of them has; none of a single trial',
  count: ({ summary }) => summary.success,
  pooled: pooling(
    `mean over tasks and scenes of the share of choices of k trials that all succeed; ${BY_TASKS}`,
    () => {
      const cells = new Map<string, Tried>();
      return {
        add({ scene, task, success }: Needs) {
          const key = JSON.stringify([scene, task]);
          const cell = cells.get(key) ?? { task, successes: 0, trials: 0 };
          cell.trials += 1;
          if (success) cell.successes += 1;
          cells.set(key, cell);
        },
        result() {
          const fewest = Math.min(...Array.from(cells.values(), (cell) => cell.trials));
          const trials = cells.size === 0 || fewest < 2 ? null : fewest;
          return { ...SHARE.over(trials === null ? [] : Array.from(cells.values(), passedBy(trials))), trials };
        },
      };
    },
  ),
  columns: {
    'pass^k': ({ passAll: share, passAllLow, passAllHigh, trials }) =>
      share === null ? 'n/a' : `k = ${trials}: ${percentRange(share, passAllLow, passAllHigh)}`,
  },
});

/** Of one task in one scene: the share of choices of so many trials that all succeed. */
function passedBy(chosen: number) {
  return ({ task, successes, trials }: Tried) => ({
    task,
    value: choices(successes, chosen) / choices(trials, chosen),
  });
}

/** In how many ways so many can be chosen of all; 0 where there are fewer. */
function choices(all: number, chosen: number): number {
  let ways = 1;
  for (let at = 0; at < chosen; at += 1) ways *= Math.max(0, all - at) / (at + 1);
  return ways;
}
