/**
 * Distributions from stdlib: exact to the last digits, where a port of R's library that was tried gives 0.2503 for the chance that both of two fair
 * coins show tails. Loading them takes longer than most commands, so only commands that test load them.
 */
import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf';
import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import quantileOfNormal from '@stdlib/stats-base-dists-normal-quantile';
import signedRankCdf from '@stdlib/stats-base-dists-signrank-cdf';

/** The chance of at most so many successes in so many draws; 0 of fewer than none. */
export function binomialTail(successes: number, draws: number, chance: number): number {
  return binomialCdf(successes, draws, chance);
}

/** The chance that a standard normal number is at most `z`. */
export function normalTail(z: number): number {
  return normalCdf(z, 0, 1);
}

/** Which standard normal number is not exceeded with this chance. */
export function normalQuantile(chance: number): number {
  return quantileOfNormal(chance, 0, 1);
}

/** The chance that the positive ranks of 1 to `pairs` add up to at most `rankSum`, each being positive as often as not. */
export function signedRankTail(rankSum: number, pairs: number): number {
  return signedRankCdf(rankSum, pairs);
}
