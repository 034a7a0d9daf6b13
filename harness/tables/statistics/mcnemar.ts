/**
 * McNemar's test of two shares over the same episodes, exact.
 *
 * Follows McNemar 1947 with the binomial distribution in place of chi-squared: of the pairs that differ, each is as likely to have
 * turned one way as the other, if nothing has changed. Two-sided, the smaller tail doubled.
 *
 * @module
 */
import { binomialTail } from './distributions.ts';

/** The p-value, from how many pairs were won and how many lost; 1 where none differ. */
export function exactMcNemar(gained: number, lost: number): number {
  return Math.min(1, 2 * binomialTail(Math.min(gained, lost), gained + lost, 0.5));
}
