/** Tarjan 1972. */

export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

export function importCircles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    const number = order.size;
    order.set(node, number);
    lowest.set(node, number);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== number) return;
    const members = path.splice(path.indexOf(node));
    if (members.length > 1) circles.push(members.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}

export function grouped(graph: ImportGraph, groupOf: (node: string) => string): ImportGraph {
  const groups = new Map<string, Set<string>>();
  for (const [node, targets] of graph) {
    const group = groups.get(groupOf(node)) ?? new Set<string>();
    groups.set(groupOf(node), group);
    for (const target of targets) if (groupOf(target) !== groupOf(node)) group.add(groupOf(target));
  }
  return groups;
}
