/**
 * Puts the nodes that hang on one other node only to both sides of those that lead on.
 *
 * Of an action's inputs often one comes from the action before and the others from nowhere. With these all on one side, a chain
 * of actions would drift across the paper.
 *
 * @module
 */
import type { LayeredGraph } from './layer_graph.ts';
import { crossings } from './order_layers.ts';

/** The layers of `order`, rearranged where that makes no more crossings. */
export function centreLeaves(
  { segments, vertexCount }: LayeredGraph,
  order: readonly (readonly number[])[],
): number[][] {
  const neighbours: number[][] = Array.from({ length: vertexCount }, () => []);
  for (const { from, to } of segments) {
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  const layerOf = new Map(order.flatMap((layer, index) => layer.map((vertex) => [vertex, index])));
  const gaps: { from: number; to: number }[][] = order.map(() => []);
  for (const segment of segments) gaps[layerOf.get(segment.from) ?? 0]?.push(segment);
  const layers = order.map((layer) => [...layer]);
  const tangle = (index: number, layer: readonly number[]) => {
    const around = [layers[index - 1] ?? [], layer, layers[index + 1] ?? []];
    return crossings(around, [...(gaps[index - 1] ?? []), ...(gaps[index] ?? [])]);
  };
  for (const [hub, all] of neighbours.entries()) {
    for (const side of [-1, 1]) {
      const index = (layerOf.get(hub) ?? 0) + side;
      const facing = all.filter((other) => layerOf.get(other) === index);
      const leaves = new Set(facing.filter((other) => neighbours[other]?.length === 1));
      const stems = new Set(facing.filter((other) => !leaves.has(other)));
      if (leaves.size === 0 || stems.size === 0) continue;
      const layer = layers[index] as number[];
      const spread = spreadOut(layer, leaves, stems);
      if (tangle(index, spread) <= tangle(index, layer)) layers[index] = spread;
    }
  }
  return layers;
}

/** Half of the leaves before the first stem, the rest behind the last one, in the order that they had. */
function spreadOut(layer: readonly number[], leaves: ReadonlySet<number>, stems: ReadonlySet<number>): number[] {
  const moved = layer.filter((vertex) => leaves.has(vertex));
  const kept = layer.filter((vertex) => !leaves.has(vertex));
  const first = kept.findIndex((vertex) => stems.has(vertex));
  const last = kept.findLastIndex((vertex) => stems.has(vertex));
  const half = Math.floor(moved.length / 2);
  return [
    ...kept.slice(0, first),
    ...moved.slice(0, half),
    ...kept.slice(first, last + 1),
    ...moved.slice(half),
    ...kept.slice(last + 1),
  ];
}
