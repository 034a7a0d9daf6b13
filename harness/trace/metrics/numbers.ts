/**
 * Numbers as metrics are made of them and print them.
 *
 * @module
 */

/** Rounds to six significant digits, as every derived number is before it is printed. */
export function sixDigits(value: number): number {
  return Number(value.toPrecision(6));
}

/** Null where there is nothing to divide by. */
export function quotient(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Rounded; null where there is none. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sixDigits(sum(values) / values.length);
}

/** Rounded; null where there is none, and as soon as one is not known. */
export function meanOrNull(values: Iterable<number | null>): number | null {
  const known = new KnownMean();
  for (const value of values) known.add(value);
  return known.mean();
}

/** The same of values that come one by one. */
export class KnownMean {
  #count = 0;
  #sum: number | null = 0;

  add(value: number | null): void {
    this.#count += 1;
    this.#sum = value === null || this.#sum === null ? null : this.#sum + value;
  }

  mean(): number | null {
    return this.#sum === null || this.#count === 0 ? null : sixDigits(this.#sum / this.#count);
  }
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** `97.8 % (95–99)`; the share alone where it has no interval, or one of no width. */
export function percentRange(share: number | null, low: number | null, high: number | null): string {
  const [from, to] = [low, high].map((limit) => (limit === null ? '' : (100 * limit).toFixed(0)));
  return from === to ? percentText(share) : `${percentText(share)} (${from}–${to})`;
}

/** `1.32 (1.10–1.55)`; the mean alone where it has no interval, or one of no width. */
export function meanRange(mean: number | null, low: number | null, high: number | null, digits: number): string {
  if (mean === null) return 'n/a';
  const [from, to] = [low?.toFixed(digits), high?.toFixed(digits)];
  return from === to ? mean.toFixed(digits) : `${mean.toFixed(digits)} (${from}–${to})`;
}

function percentText(share: number | null): string {
  return share === null ? 'n/a' : `${(100 * share).toFixed(1)} %`;
}

/** `free_hand=1 seen=2`, for one cell. */
export function named(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}=${count}`)
    .join(' ');
}
