/** Clears a cache of `entriesMax` entries before it gets another. */
export function memoize<K, V>(cache: Map<K, V>, key: K, compute: () => V, entriesMax: number = Infinity): V {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const value = compute();
  if (cache.size >= entriesMax) cache.clear();
  cache.set(key, value);
  return value;
}
