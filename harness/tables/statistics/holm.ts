/**
 * p-values of several tests, adjusted so that one false alarm among all of them is as rare as in a single one.
 *
 * Follows Holm 1979: the smallest is multiplied by the number of tests, the next by one fewer, and so on, and none ends below the one before it.
 *
 * @module
 */

/** In the order in which they were given. */
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
