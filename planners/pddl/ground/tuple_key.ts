/**
 * A key by which tables find a tuple of objects, sooner than by a text.
 *
 * @module
 */

/** A number for few objects of small numbers, else a text. */
export type TupleKey = number | string;

const RADIX = 4096;
/** Below, one more object fits into a number that is exact. */
const FULL = Number.MAX_SAFE_INTEGER / RADIX - 1;

/** Different tuples have different keys. */
export function tupleKey(tuple: readonly number[]): TupleKey {
  let key = 1; // so that leading zeros count
  for (const object of tuple) {
    if (object < 0 || object >= RADIX || key >= FULL) return tuple.join(' ');
    key = key * RADIX + object;
  }
  return key;
}
