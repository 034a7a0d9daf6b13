/** The map's value for a key, computed at the first request. A map of `entriesMax` empties before it takes another. */
export function remembered<K, V>(
  known: Map<K, V>,
  key: K,
  compute: () => V,
  entriesMax: number = Number.POSITIVE_INFINITY,
): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = compute();
  if (known.size >= entriesMax) known.clear();
  known.set(key, value);
  return value;
}
