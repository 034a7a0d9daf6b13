/** Two-sided tests of paired differences, and Holm's adjustment of their p-values. */
import { binomialTail, normalTail, signedRankTail } from './distributions.ts';

/**
 * McNemar 1947 with the binomial distribution in place of chi-squared: if nothing has changed, each pair that differs is as likely to have
 * turned one way as the other. The smaller tail doubled; 1 where no pair differs.
 */
export function exactMcNemar(gained: number, lost: number): number {
  return Math.min(1, 2 * binomialTail(Math.min(gained, lost), gained + lost, 0.5));
}

/**
 * Fisher's randomization test with tasks as its units, the clustered form of McNemar's test: if nothing has changed, a task is as likely to have
 * lost its sum as to have gained it. Takes whole sums, one a task; 1 where every sum is 0. Exact, in time tasks × total.
 */
export function signFlip(sums: readonly number[]): number {
  const sizes = sums.filter((sum) => sum !== 0).map(Math.abs);
  if (sizes.length === 0) return 1;
  const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0));
  const most = sizes.reduce((total, size) => total + size, 0);
  const chances = positiveSumChances(sizes, most);
  // The total t stands at (most + t) / 2, which is the sum of the positive sizes.
  const tail = chances.filter((_, positive) => Math.abs(2 * positive - most) >= observed);
  return Math.min(
    1,
    tail.reduce((total, chance) => total + chance, 0),
  );
}

/** At each position, the chance that the positive sizes add up to it. */
function positiveSumChances(sizes: readonly number[], most: number): Float64Array {
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

const EXACT_MAX = 49;

/** Sizes closer than this, relatively, are ties: differences of shares carry rounding. */
const SAME = 1e-9;

/**
 * Wilcoxon 1945, without the pairs that do not differ; 1 where none does. Exact for fewer than 50 differences of different sizes, else the normal
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
  const isTied = (a: number, b: number) => Math.abs(b) - Math.abs(a) <= SAME * Math.abs(a);
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

/** Holm 1979: the smallest p-value is multiplied by the number of tests, the next by one fewer, and so on; none ends below the one before it. Keeps the order. */
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
