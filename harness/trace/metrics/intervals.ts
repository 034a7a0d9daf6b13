/**
 * 95 % intervals of shares (Wilson, clustered by task) and of means and ratios (bootstrap over tasks).
 */
import { randomNumbers } from '../../../envs/random_numbers.ts';

/** What the episodes of one task come to. */
export type TaskShare = { readonly successes: number; readonly runs: number };

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/**
 * The score interval of a share (Wilson 1927); [0, 1] where there is nothing to go by. Unlike the usual "±", it holds for few episodes and for
 * shares of 0 and 1.
 */
export function wilson(successes: number, runs: number): readonly [low: number, high: number] {
  if (runs === 0) return [0, 1];
  const share = successes / runs;
  const scale = 1 + (Z * Z) / runs;
  const middle = (share + (Z * Z) / (2 * runs)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / runs + (Z * Z) / (4 * runs * runs));
  // Exact at the ends, where rounding would leave a trace.
  return [successes === 0 ? 0 : middle - half, successes === runs ? 1 : middle + half];
}

/**
 * The interval of the share of all runs, where episodes of one task are alike: ten scenes that share an instruction are no ten independent
 * runs. [0, 1] where there is nothing to go by.
 *
 * Wilson's interval of fewer runs: runs ÷ design effect, the variance between tasks ÷ that of independent runs, at least 1, times a
 * correction for few tasks (Korn and Graubard 1998; with Wilson's interval, Dean and Pagano 2015). Episodes of one task only, or of a
 * task each, count one by one.
 *
 * Few failures hide how alike the episodes of a task are: of 40 successes out of 40 the design effect is unknown, not 1. So the
 * correlation within a task counts as at least 1 ÷ (1 + f), where f is the smaller of successes and failures. Without a failure
 * the tasks are the runs. Why, and how often the interval holds the share: README, "Intervals of shares".
 */
export function clusteredInterval(all: readonly TaskShare[]): readonly [low: number, high: number] {
  const tasks = all.filter(({ runs }) => runs > 0);
  const runs = tasks.reduce((sum, task) => sum + task.runs, 0);
  const successes = tasks.reduce((sum, task) => sum + task.successes, 0);
  if (tasks.length <= 1) return wilson(successes, runs);
  const fewTasks = tQuantile(runs - 1) / tQuantile(tasks.length - 1);
  const estimated = (runs / designEffect(tasks, { successes, runs })) * fewTasks * fewTasks;
  const correlation = 1 / (1 + Math.min(successes, runs - successes));
  const leastDesignEffect = 1 + (runs / tasks.length - 1) * correlation;
  const effective = Math.min(estimated, runs / leastDesignEffect);
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

const HALVINGS = 60;

/**
 * The 97.5 % quantile of Student's t distribution; `degrees` of freedom are a whole number of at least 1.
 *
 * The share within ±t is a finite sum for whole degrees (Abramowitz and Stegun, 26.7.3 and 26.7.4), which is halved into. Every command
 * counts with it; stdlib's, from which comparisons have their distributions, takes a quarter of a second to load.
 */
export function tQuantile(degrees: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan(low);
}

/** `angle` is the arc tangent of t ÷ √degrees. */
function shareWithin(angle: number, degrees: number): number {
  const cosine = Math.cos(angle);
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= ((power - 1) / power) * cosine * cosine;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

const DRAWS = 2_000;
const SEED = 16;

/** What the episodes of one task add up to: of a mean the values and their number. */
export type TaskSum = { readonly part: number; readonly whole: number };

/** The interval, and the standard deviation of the draws. */
export type Bootstrapped = { readonly low: number; readonly high: number; readonly error: number };

/**
 * Of the sum of parts ÷ the sum of wholes; null for fewer than two tasks, which say nothing of others.
 *
 * A percentile interval (Efron and Tibshirani 1993, chapter 13) that draws whole tasks, since episodes of one task are not independent (Field
 * and Welsh 2007). Seeded: the same numbers give the same interval.
 */
export function taskBootstrap(all: readonly TaskSum[]): Bootstrapped | null {
  const tasks = all.filter(({ whole }) => whole !== 0);
  if (tasks.length < 2) return null;
  const drawn = drawnTasks(tasks.length);
  const [parts, wholes] = [
    Float64Array.from(tasks, ({ part }) => part),
    Float64Array.from(tasks, ({ whole }) => whole),
  ];
  const quotients = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let [part, whole] = [0, 0];
    for (let place = draw * tasks.length; place < (draw + 1) * tasks.length; place += 1) {
      part += parts[drawn[place]!]!;
      whole += wholes[drawn[place]!]!;
    }
    quotients[draw] = part / whole;
  }
  quotients.sort();
  const mean = quotients.reduce((sum, each) => sum + each, 0) / DRAWS;
  const squares = quotients.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const [low, high] = [percentile(quotients, 0.025), percentile(quotients, 0.975)];
  return { low, high, error: Math.sqrt(squares / (DRAWS - 1)) };
}

/** The draws of so many tasks, one after the other; the same for all metrics, which is why they are kept. */
function drawnTasks(tasks: number): Uint32Array {
  const known = DRAWN.get(tasks);
  if (known !== undefined) return known;
  const random = randomNumbers(SEED);
  const drawn = Uint32Array.from({ length: DRAWS * tasks }, () => random.below(tasks));
  if (tasks <= KEPT_MAX) DRAWN.set(tasks, drawn);
  return drawn;
}

/** By number of tasks, for up to so many; all together they take 40 MB at most. */
const DRAWN = new Map<number, Uint32Array>();
const KEPT_MAX = 100;

function percentile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}
