/** Only statistical tests import this file: stdlib is slow to load. */
import binomialTail from '@stdlib/stats-base-dists-binomial-cdf';
import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import quantileOfNormal from '@stdlib/stats-base-dists-normal-quantile';
import signedRankTail from '@stdlib/stats-base-dists-signrank-cdf';
import { sum } from '../../trace/metrics/numbers.ts';

export { binomialTail };

/** McNemar 1947, exact (binomial), two-sided; 1 if no pair differs. */
export function exactMcNemar(gained: number, lost: number): number {
  return Math.min(1, 2 * binomialTail(Math.min(gained, lost), gained + lost, 0.5));
}

/** Fisher's exact randomization test, two-sided, of whole-number sums by task. */
export function signFlip(sums: readonly number[]): number {
  const sizes = sums.filter((each) => each !== 0).map(Math.abs);
  if (sizes.length === 0) return 1;
  const observed = Math.abs(sum(sums));
  const total = sum(sizes);
  // A signed sum t corresponds to a positive sum of (total + t) / 2.
  const tail = positiveSumChances(sizes, total).filter((_, positive) => Math.abs(2 * positive - total) >= observed);
  return Math.min(1, sum([...tail]));
}

function positiveSumChances(sizes: readonly number[], total: number): Float64Array {
  let chances = new Float64Array(total + 1);
  chances[0] = 1;
  for (const size of sizes) {
    const next = new Float64Array(total + 1);
    chances.forEach((chance, at) => {
      if (chance === 0) return;
      next[at]! += chance / 2;
      next[at + size]! += chance / 2;
    });
    chances = next;
  }
  return chances;
}

const EXACT_MAX = 49;

/** Relative; differences of shares have rounding errors. */
const TIE_TOLERANCE = 1e-9;

/** Wilcoxon 1945 signed-rank test, two-sided; exact below 50 differences without ties, else normal, corrected, as R's `wilcox.test`. */
export function wilcoxon(differences: readonly number[]): number {
  const nonzero = differences.filter((difference) => difference !== 0);
  const pairs = nonzero.length;
  if (pairs === 0) return 1;
  const { positive, ties } = rankSum(nonzero);
  if (ties.length === 0 && pairs <= EXACT_MAX) {
    const smaller = Math.min(positive, (pairs * (pairs + 1)) / 2 - positive);
    return Math.min(1, 2 * signedRankTail(smaller, pairs));
  }
  const centred = positive - (pairs * (pairs + 1)) / 4;
  const tieCorrection = sum(ties.map((size) => size ** 3 - size)) / 48;
  const deviation = Math.sqrt((pairs * (pairs + 1) * (2 * pairs + 1)) / 24 - tieCorrection);
  const z = (Math.abs(centred) - 0.5) / deviation;
  return Math.min(1, 2 * normalCdf(-z, 0, 1));
}

function rankSum(differences: readonly number[]): { positive: number; ties: number[] } {
  const sorted = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const isTied = (a: number, b: number) => Math.abs(b) - Math.abs(a) <= TIE_TOLERANCE * Math.abs(a);
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

/** Holm 1979: adjusted p-values in their original order. */
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

export function normalQuantile(chance: number): number {
  return quantileOfNormal(chance, 0, 1);
}
