/**
 * Orders the vertices within each layer so that few edges cross.
 *
 * The barycentre method of Sugiyama et al. 1981: every vertex moves to the mean place of its neighbours in the layer before,
 * sweeping down and up; the best order seen is kept.
 *
 * @module
 */
import type { Edge, LayeredGraph } from './layer_graph.ts';

const SWEEPS = 24;

/** The layers of `graph`, reordered. The same graph gives the same order everywhere. */
export function orderLayers({ layers, segments, vertexCount }: LayeredGraph): number[][] {
  const above: number[][] = Array.from({ length: vertexCount }, () => []);
  const below: number[][] = Array.from({ length: vertexCount }, () => []);
  for (const { from, to } of segments) {
    below[from]?.push(to);
    above[to]?.push(from);
  }
  let best = layers.map((layer) => [...layer]);
  let fewest = crossings(best, segments);
  const order = best.map((layer) => [...layer]);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const down = sweep % 2 === 0;
    for (let step = 1; step < order.length; step++) {
      const index = down ? step : order.length - 1 - step;
      const fixed = order[down ? index - 1 : index + 1] as number[];
      order[index] = sorted(order[index] as number[], fixed, down ? above : below);
    }
    const count = crossings(order, segments);
    if (count < fewest) {
      fewest = count;
      best = order.map((layer) => [...layer]);
    }
  }
  return best;
}

/** By the mean place of the neighbours; without neighbours a vertex keeps its own. */
function sorted(
  layer: readonly number[],
  fixed: readonly number[],
  neighbours: readonly (readonly number[])[],
): number[] {
  const places = new Map(fixed.map((vertex, place) => [vertex, place]));
  const stretch = fixed.length / Math.max(1, layer.length);
  const keyed = layer.map((vertex, place) => {
    const around = (neighbours[vertex] ?? []).map((other) => places.get(other) ?? 0);
    const mean = around.reduce((sum, each) => sum + each, 0) / Math.max(1, around.length);
    return { vertex, key: around.length === 0 ? place * stretch : mean };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ vertex }) => vertex);
}

/** How many pairs of edges cross, in O(e log e), after Barth, Mutzel and Jünger 2004. */
export function crossings(layers: readonly (readonly number[])[], segments: readonly Edge[]): number {
  const places = new Map(layers.flatMap((layer) => layer.map((vertex, place) => [vertex, place])));
  const layerOf = new Map(layers.flatMap((layer, index) => layer.map((vertex) => [vertex, index])));
  const gaps: [number, number][][] = layers.map(() => []);
  for (const { from, to } of segments) {
    gaps[layerOf.get(from) ?? 0]?.push([places.get(from) ?? 0, places.get(to) ?? 0]);
  }
  return gaps.reduce((sum, gap, index) => sum + crossingsOfGap(gap, layers[index + 1]?.length ?? 0), 0);
}

function crossingsOfGap(gap: [number, number][], width: number): number {
  gap.sort(([a, b], [c, d]) => a - c || b - d);
  const tree = new Array<number>(width + 1).fill(0); // a Fenwick tree: how many ends at or before a place
  let count = 0;
  for (const [seen, [, end]] of gap.entries()) {
    let before = 0;
    for (let i = end + 1; i > 0; i -= i & -i) before += tree[i] as number;
    count += seen - before;
    for (let i = end + 1; i <= width; i += i & -i) tree[i] = (tree[i] as number) + 1;
  }
  return count;
}
