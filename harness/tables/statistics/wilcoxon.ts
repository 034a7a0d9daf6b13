/**
 * Wilcoxon's signed-rank test of paired differences.
 *
 * Follows Wilcoxon 1945; pairs without a difference are left out, as he does. Exact for fewer than 50 differences, all of different sizes; else the normal
 * approximation with corrections for ties and for continuity, as R's `wilcox.test` chooses. Two-sided.
 *
 * @module
 */
import { normalTail, signedRankTail } from './distributions.ts';

const EXACT_MAX = 49;

/** Sizes closer than this, relatively, are ties: differences of shares carry rounding. */
const SAME = 1e-9;

/** The p-value; 1 where no pair differs. */
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
