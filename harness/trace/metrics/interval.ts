/**
 * How far a share can be trusted: the Wilson score interval.
 *
 * Follows Wilson 1927. Unlike the usual "±", it holds for few episodes and for shares of 0 and 1.
 *
 * @module
 */

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/** The 95 % interval of a share; [0, 1] where there is nothing to go by. */
export function wilson(successes: number, runs: number): readonly [low: number, high: number] {
  if (runs === 0) return [0, 1];
  const share = successes / runs;
  const scale = 1 + (Z * Z) / runs;
  const middle = (share + (Z * Z) / (2 * runs)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / runs + (Z * Z) / (4 * runs * runs));
  // Exact at the ends, where rounding would leave a trace.
  return [successes === 0 ? 0 : middle - half, successes === runs ? 1 : middle + half];
}
