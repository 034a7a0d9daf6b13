/**
 * Test support: what a page of the report reads from a script beside it.
 *
 * @module
 */

/** The one value that `script` puts into a map of the page. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it
export function storedValue(script: string): any {
  const page: Record<string, Map<string, unknown>> = {};
  new Function('globalThis', script)(page);
  return Object.values(page).flatMap((stored) => [...stored.values()])[0];
}
