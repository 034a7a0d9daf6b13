/** stdlib is slow to load, so only statistical tests import it. A port of R's library is wrong: 0.2503 for two heads of two coins. */
import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf';
import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import quantileOfNormal from '@stdlib/stats-base-dists-normal-quantile';
import signedRankCdf from '@stdlib/stats-base-dists-signrank-cdf';

/** P(at most `successes` of `draws`); 0 for negative `successes`. */
export function binomialTail(successes: number, draws: number, chance: number): number {
  return binomialCdf(successes, draws, chance);
}

export function normalTail(z: number): number {
  return normalCdf(z, 0, 1);
}

export function normalQuantile(chance: number): number {
  return quantileOfNormal(chance, 0, 1);
}

/** P(the positive ranks of 1 to `pairs` sum to at most `rankSum`), with fair signs. */
export function signedRankTail(rankSum: number, pairs: number): number {
  return signedRankCdf(rankSum, pairs);
}
