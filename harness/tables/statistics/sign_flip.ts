/**
 * Whether tasks have gained or lost, where several episodes of one task are alike: the sign-flip test of their sums, exact.
 *
 * Follows Fisher's randomization test, with tasks as its units: if nothing has changed, all that a task has gained is as likely to have
 * been lost. With one episode a task it is the exact McNemar test, of which it is the clustered form. Two-sided.
 *
 * @module
 */

/**
 * The p-value of whole sums, one a task: the share of all choices of signs that give at least this total in either direction; 1 where every sum is 0.
 * Exact, in time tasks × total.
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
