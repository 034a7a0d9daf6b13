/** Sorts by JSON. */
export function distinct<T>(values: readonly T[]): readonly T[] {
  return sortedValues(new Map(values.map((value) => [JSON.stringify(value), value])));
}

export function sortedValues<T>(byKey: ReadonlyMap<string, T>): readonly T[] {
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}
