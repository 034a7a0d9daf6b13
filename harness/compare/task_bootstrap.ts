/**
 * The interval of a mean difference over episodes of several tasks: a bootstrap that draws whole tasks.
 *
 * Follows Efron and Tibshirani 1993, chapter 13 (percentile interval), with tasks as the units that are drawn, since episodes of one task are not
 * independent (Field and Welsh 2007). Seeded: the same differences give the same interval.
 *
 * @module
 */
import { randomNumbers } from '../../envs/random_numbers.ts';

const DRAWS = 2_000;
const SEED = 16;

export type Bootstrapped = {
  readonly low: number;
  readonly high: number;
  /** The standard deviation of the drawn means. */
  readonly error: number;
};

/** Of the mean over all differences, which are given by task; null for fewer than two tasks, which say nothing of others. */
export function taskBootstrap(tasks: readonly (readonly number[])[]): Bootstrapped | null {
  if (tasks.length < 2) return null;
  const sums = tasks.map((differences) => differences.reduce((sum, each) => sum + each, 0));
  const random = randomNumbers(SEED);
  const means = Array.from({ length: DRAWS }, () => {
    let [sum, count] = [0, 0];
    for (let draw = 0; draw < tasks.length; draw += 1) {
      const task = random.below(tasks.length);
      sum += sums[task]!;
      count += tasks[task]!.length;
    }
    return sum / count;
  }).sort((a, b) => a - b);
  const mean = means.reduce((sum, each) => sum + each, 0) / DRAWS;
  const squares = means.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { low: percentile(means, 0.025), high: percentile(means, 0.975), error: Math.sqrt(squares / (DRAWS - 1)) };
}

function percentile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}
