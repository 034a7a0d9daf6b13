/**
 * How far a share over several tasks can be trusted, where episodes of one task are alike.
 *
 * Ten scenes that share an instruction are no ten independent runs: what a method makes of the words, it makes of them ten times. So the
 * Wilson interval is that of fewer runs: runs ÷ design effect, the variance between tasks ÷ that of independent runs, at least 1, times a
 * correction for few tasks (Korn and Graubard 1998; with Wilson's interval, Dean and Pagano 2015). Episodes of one task only, or of a
 * task each, count one by one.
 *
 * Few failures hide how alike the episodes of a task are: of 40 successes out of 40 the design effect is unknown, not 1. So the
 * correlation within a task counts as at least 1 ÷ (1 + f), where f is the smaller of successes and failures. Without a failure
 * the tasks are the runs. Why, and how often the interval holds the share: README, "Intervals of shares".
 *
 * @module
 */
import { wilson } from './interval.ts';
import { tQuantile } from './t_quantile.ts';

/** What the episodes of one task came to. */
export type TaskShare = { readonly successes: number; readonly runs: number };

/** The 95 % interval of the share of all runs; [0, 1] where there is nothing to go by. */
export function clusteredInterval(all: readonly TaskShare[]): readonly [low: number, high: number] {
  const tasks = all.filter(({ runs }) => runs > 0);
  const runs = tasks.reduce((sum, task) => sum + task.runs, 0);
  const successes = tasks.reduce((sum, task) => sum + task.successes, 0);
  if (tasks.length <= 1) return wilson(successes, runs);
  const fewTasks = tQuantile(runs - 1) / tQuantile(tasks.length - 1);
  const estimated = (runs / designEffect(tasks, { successes, runs })) * fewTasks * fewTasks;
  const effective = Math.min(estimated, runs / leastDesignEffect(tasks, { successes, runs }));
  return wilson((successes / runs) * effective, effective);
}

/** 1 where tasks differ by no more than chance would have it. */
function designEffect(tasks: readonly TaskShare[], { successes, runs }: TaskShare): number {
  const share = successes / runs;
  if (share === 0 || share === 1) return 1;
  const squares = tasks.reduce((sum, task) => sum + (task.successes - share * task.runs) ** 2, 0);
  const between = ((tasks.length / (tasks.length - 1)) * squares) / (runs * runs);
  return Math.max(1, between / ((share * (1 - share)) / (runs - 1)));
}

/** What so few failures, or successes, cannot rule out. */
function leastDesignEffect({ length }: readonly TaskShare[], { successes, runs }: TaskShare): number {
  const correlation = 1 / (1 + Math.min(successes, runs - successes));
  return 1 + (runs / length - 1) * correlation;
}
