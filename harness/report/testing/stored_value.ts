/** The one value that `script` puts into a map of the page. */
export function storedValue<T>(script: string): T {
  const page: Record<string, Map<string, T>> = {};
  new Function('globalThis', script)(page);
  const [value] = Object.values(page).flatMap((stored) => [...stored.values()]);
  if (value === undefined) throw new Error('The script puts nothing into a map');
  return value;
}
