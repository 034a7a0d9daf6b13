/** What there is on a table, without where it is: kinds of objects, and how many there are of each. */

/** One line a kind, in order of appearance: `- K block: 2` for `K_block_1` and `K_block_2`. */
export function objectCounts(objects: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const object of objects) {
    const kind = object.replace(/_\d+$/, '').replaceAll('_', ' ');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `- ${kind}: ${count}`).join('\n');
}
