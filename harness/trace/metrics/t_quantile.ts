/**
 * How wide a 95 % interval of Student's t distribution is.
 *
 * The share of the distribution within ±t is a finite sum for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4),
 * which is halved into. Every command counts with it; stdlib's, from which comparisons have their distributions, takes a quarter of a second to load.
 *
 * @module
 */
const SHARE = 0.95;
const HALVINGS = 60;

/** The 97.5 % quantile; `degrees` of freedom are a whole number of at least 1. */
export function tQuantile(degrees: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, degrees) < SHARE) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan(low);
}

/** `angle` is the arc tangent of t ÷ √degrees. */
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
