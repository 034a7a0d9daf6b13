/** Data that whoever is given it cannot change. */

/** The same data, frozen to its last part: who changes it is told so by a TypeError. For trees, as JSON has them. */
export function deepFreeze<V>(value: V): V {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
