/** Computes a missing value. Clears a map of `entriesMax` entries before adding one. */
export function remembered<K, V>(known: Map<K, V>, key: K, compute: () => V, entriesMax: number = Infinity): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = compute();
  if (known.size >= entriesMax) known.clear();
  known.set(key, value);
  return value;
}
