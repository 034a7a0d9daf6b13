/** Tests of two sides over the same episodes, all two-sided, and Holm's adjustment for several of them. */
import { binomialTail, normalTail, signedRankTail } from './distributions.ts';

/**
 * Whether tasks have gained or lost, where several episodes of one task are alike: the p-value of whole sums, one a task; 1 where every sum is 0.
 *
 * Fisher's randomization test, with tasks as its units: if nothing has changed, all that a task has gained is as likely to have been lost. So it is
 * the share of all choices of signs that give at least this total in either direction. With one episode a task it is the exact McNemar test, of which
 * it is the clustered form. Exact, in time tasks × total.
 */
export function signFlip(sums: readonly number[]): number {
  const sizes = sums.filter((sum) => sum !== 0).map(Math.abs);
  if (sizes.length === 0) return 1;
  const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0));
  const most = sizes.reduce((total, size) => total + size, 0);
  const chances = chancesOf(sizes, most);
  // A total t stands at (most + t) / 2: what is positive adds up to that.
  const tail = chances.filter((_, positive) => Math.abs(2 * positive - most) >= observed);
  return Math.min(
    1,
    tail.reduce((total, chance) => total + chance, 0),
  );
}

/** By what the positive sizes add up to. */
function chancesOf(sizes: readonly number[], most: number): Float64Array {
  let chances = new Float64Array(most + 1);
  chances[0] = 1;
  for (const size of sizes) {
    const next = new Float64Array(most + 1);
    chances.forEach((chance, at) => {
      if (chance === 0) return;
      next[at]! += chance / 2;
      next[at + size]! += chance / 2;
    });
    chances = next;
  }
  return chances;
}

/**
 * The p-value of two shares, from how many pairs were won and how many lost; 1 where none differ.
 *
 * McNemar 1947 with the binomial distribution in place of chi-squared: of the pairs that differ, each is as likely to have turned one way as the other,
 * if nothing has changed. The smaller tail is doubled.
 */
export function exactMcNemar(gained: number, lost: number): number {
  return Math.min(1, 2 * binomialTail(Math.min(gained, lost), gained + lost, 0.5));
}

const EXACT_MAX = 49;

/** Sizes closer than this, relatively, are ties: differences of shares carry rounding. */
const SAME = 1e-9;

/**
 * The p-value of the signed-rank test of differences; 1 where no pair differs.
 *
 * Wilcoxon 1945; pairs without a difference are left out, as he does. Exact for fewer than 50 differences, all of different sizes; else the normal
 * approximation with corrections for ties and for continuity, as R's `wilcox.test` chooses.
 */
export function wilcoxon(differences: readonly number[]): number {
  const others = differences.filter((difference) => difference !== 0);
  const pairs = others.length;
  if (pairs === 0) return 1;
  const { positive, ties } = rankSum(others);
  if (ties.length === 0 && pairs <= EXACT_MAX) {
    const smaller = Math.min(positive, (pairs * (pairs + 1)) / 2 - positive);
    return Math.min(1, 2 * signedRankTail(smaller, pairs));
  }
  const centred = positive - (pairs * (pairs + 1)) / 4;
  const forTies = ties.reduce((sum, tied) => sum + (tied ** 3 - tied), 0) / 48;
  const deviation = Math.sqrt((pairs * (pairs + 1) * (2 * pairs + 1)) / 24 - forTies);
  const z = (Math.abs(centred) - 0.5) / deviation;
  return Math.min(1, 2 * normalTail(-z));
}

/** The sum of the ranks of positive differences, and how many share a rank, for each rank that is shared. */
function rankSum(differences: readonly number[]): { positive: number; ties: number[] } {
  const sorted = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const ties: number[] = [];
  let positive = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && isTied(sorted[start]!, sorted[end]!)) end += 1;
    const rank = (start + 1 + end) / 2;
    positive += rank * sorted.slice(start, end).filter((difference) => difference > 0).length;
    if (end - start > 1) ties.push(end - start);
    start = end;
  }
  return { positive, ties };
}

function isTied(a: number, b: number): boolean {
  return Math.abs(b) - Math.abs(a) <= SAME * Math.abs(a);
}

/**
 * p-values of several tests, in their order, adjusted so that one false alarm among all of them is as rare as in a single one.
 *
 * Holm 1979: the smallest is multiplied by the number of tests, the next by one fewer, and so on, and none ends below the one before it.
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a]! - values[b]!);
  const adjusted = [...values];
  let largest = 0;
  order.forEach((at, rank) => {
    largest = Math.max(largest, Math.min(1, (values.length - rank) * values[at]!));
    adjusted[at] = largest;
  });
  return adjusted;
}
