export function objectCounts(objects: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const object of objects) {
    const kind = object.replace(/_\d+$/, '').replaceAll('_', ' ');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `- ${kind}: ${count}`).join('\n');
}
