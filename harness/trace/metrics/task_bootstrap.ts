/**
 * The interval of a mean, or of a ratio, over episodes of several tasks: a bootstrap that draws whole tasks.
 *
 * Follows Efron and Tibshirani 1993, chapter 13 (percentile interval), with tasks as the units that are drawn, since episodes of one task are not
 * independent (Field and Welsh 2007). Seeded: the same numbers give the same interval.
 *
 * @module
 */
import { randomNumbers } from '../../../envs/random_numbers.ts';

const DRAWS = 2_000;
const SEED = 16;

/** What the episodes of one task add up to: of a mean the values and their number. */
export type TaskSum = { readonly part: number; readonly whole: number };

export type Bootstrapped = {
  readonly low: number;
  readonly high: number;
  /** The standard deviation of what was drawn. */
  readonly error: number;
};

/** Of the sum of parts ÷ the sum of wholes; null for fewer than two tasks, which say nothing of others. */
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
