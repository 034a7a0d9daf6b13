import { randomNumbers } from '../../../envs/random_numbers.ts';
import { sum } from './numbers.ts';

export type TaskShare = Readonly<{ successes: number; runs: number }>;

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/** Wilson 1927 score interval; [0, 1] without runs. */
export function wilson(successes: number, runs: number): readonly [low: number, high: number] {
  if (runs === 0) return [0, 1];
  const share = successes / runs;
  const scale = 1 + (Z * Z) / runs;
  const middle = (share + (Z * Z) / (2 * runs)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / runs + (Z * Z) / (4 * runs * runs));
  return [successes === 0 ? 0 : middle - half, successes === runs ? 1 : middle + half];
}

/** Wilson's interval with runs ÷ design effect as the number of runs, corrected for few tasks (Korn and Graubard 1998; Dean and Pagano 2015); README, "Intervals of shares". */
export function clusteredInterval(all: readonly TaskShare[]): readonly [low: number, high: number] {
  const tasks = all.filter(({ runs }) => runs > 0);
  const runs = sum(tasks.map((task) => task.runs));
  const successes = sum(tasks.map((task) => task.successes));
  if (tasks.length <= 1) return wilson(successes, runs);
  const fewTasks = tQuantile(runs - 1) / tQuantile(tasks.length - 1);
  const estimate = (runs / designEffect(tasks, { successes, runs })) * fewTasks * fewTasks;
  const correlation = 1 / (1 + Math.min(successes, runs - successes));
  const designEffectMin = 1 + (runs / tasks.length - 1) * correlation;
  const effectiveRuns = Math.min(estimate, runs / designEffectMin);
  return wilson((successes / runs) * effectiveRuns, effectiveRuns);
}

function designEffect(tasks: readonly TaskShare[], { successes, runs }: TaskShare): number {
  const share = successes / runs;
  if (share === 0 || share === 1) return 1;
  const squares = sum(tasks.map((task) => (task.successes - share * task.runs) ** 2));
  const between = ((tasks.length / (tasks.length - 1)) * squares) / (runs * runs);
  return Math.max(1, between / ((share * (1 - share)) / (runs - 1)));
}

const HALVINGS = 60;

/** 97.5 % quantile of Student's t by formulas 26.7.3 and 26.7.4 of Abramowitz and Stegun; the package stdlib takes a quarter of a second to load. */
export function tQuantile(degrees: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan(low);
}

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

export type TaskSum = Readonly<{ part: number; whole: number }>;

/** Percentile interval of Σ parts ÷ Σ wholes (Efron and Tibshirani 1993, chapter 13), drawing whole tasks (Field and Welsh 2007). */
export function taskBootstrap(all: readonly TaskSum[]) {
  const tasks = all.filter(({ whole }) => whole !== 0);
  if (tasks.length < 2) return null;
  const places = drawPlaces(tasks.length);
  const parts = Float64Array.from(tasks, ({ part }) => part);
  const wholes = Float64Array.from(tasks, ({ whole }) => whole);
  const quotients = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let [part, whole] = [0, 0];
    for (let at = draw * tasks.length; at < (draw + 1) * tasks.length; at += 1) {
      part += parts[places[at]!]!;
      whole += wholes[places[at]!]!;
    }
    quotients[draw] = part / whole;
  }
  quotients.sort();
  const mean = quotients.reduce((sum, each) => sum + each, 0) / DRAWS;
  const squares = quotients.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const [low, high] = [percentile(quotients, 0.025), percentile(quotients, 0.975)];
  return { low, high, error: Math.sqrt(squares / (DRAWS - 1)) };
}

const PLACES_BY_TASKS = new Map<number, Uint32Array>();
/** 40 MB. */
const CACHED_PLACES_MAX = 10_000_000;
let cachedPlaces = 0;

function drawPlaces(tasks: number): Uint32Array {
  const cached = PLACES_BY_TASKS.get(tasks);
  if (cached !== undefined) return cached;
  const random = randomNumbers(SEED);
  const places = Uint32Array.from({ length: DRAWS * tasks }, () => random.below(tasks));
  if (cachedPlaces + places.length <= CACHED_PLACES_MAX) {
    PLACES_BY_TASKS.set(tasks, places);
    cachedPlaces += places.length;
  }
  return places;
}

function percentile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}
