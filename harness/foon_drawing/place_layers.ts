/**
 * Where the vertices of each layer stand from left to right, given their order and their widths.
 *
 * Each layer in turn moves as near as it can to its neighbours: the sum of squared distances to the wished places is the least
 * possible without overlaps, by pooling adjacent violators (Ayer et al. 1955). Bends are drawn to each
 * other most, so long edges are straight (Gansner et al. 1993).
 *
 * @module
 */
import type { LayeredGraph } from './layer_graph.ts';

const PASSES = 64;
const BEND_WEIGHT = 4;
const BEND_PULL = 8;

export type Spacing = { readonly widthOf: (vertex: number) => number; readonly gap: number };

/** The middle of every vertex; the leftmost edge of all is at 0. */
export function placeLayers(graph: LayeredGraph, order: readonly (readonly number[])[], spacing: Spacing): number[] {
  const middles = new Array<number>(graph.vertexCount).fill(0);
  const neighbours: number[][] = Array.from({ length: graph.vertexCount }, () => []);
  const layerOf = new Map(order.flatMap((layer, index) => layer.map((vertex) => [vertex, index])));
  for (const { from, to } of graph.segments) {
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  for (const layer of order) settle(layer, middles, { spacing, wish: () => 0, weigh: () => 1 });
  const weigh = (vertex: number) => (vertex < graph.nodeCount ? 1 : BEND_WEIGHT);
  for (let pass = 0; pass < PASSES; pass++) {
    const side = pass % 2 === 0 ? -1 : 1;
    const isLast = pass >= PASSES - 2;
    for (let step = 0; step < order.length; step++) {
      const index = side === -1 ? step : order.length - 1 - step;
      const wish = (vertex: number) => {
        const all = neighbours[vertex] as number[];
        const facing = isLast ? all : all.filter((other) => layerOf.get(other) === index + side);
        const wished = facing.length > 0 ? facing : all;
        if (wished.length === 0) return middles[vertex] as number;
        const pull = (other: number) => (vertex >= graph.nodeCount && other >= graph.nodeCount ? BEND_PULL : 1);
        const total = wished.reduce((sum, other) => sum + pull(other), 0);
        return wished.reduce((sum, other) => sum + pull(other) * (middles[other] as number), 0) / total;
      };
      settle(order[index] as number[], middles, { spacing, wish, weigh });
    }
  }
  const left = middles.reduce(
    (least, middle, vertex) => Math.min(least, middle - spacing.widthOf(vertex) / 2),
    Infinity,
  );
  return middles.map((middle) => middle - left);
}

type Settling = {
  readonly spacing: Spacing;
  readonly wish: (vertex: number) => number;
  readonly weigh: (vertex: number) => number;
};

type Block = { first: number; weight: number; sum: number };

function settle(layer: readonly number[], middles: number[], { spacing, wish, weigh }: Settling): void {
  const offsets: number[] = [];
  for (const [index, vertex] of layer.entries()) {
    const previous = layer[index - 1];
    const step = previous === undefined ? 0 : (spacing.widthOf(previous) + spacing.widthOf(vertex)) / 2 + spacing.gap;
    offsets.push((offsets[index - 1] ?? 0) + step);
  }
  const blocks: Block[] = [];
  for (const [index, vertex] of layer.entries()) {
    const weight = weigh(vertex);
    let block: Block = { first: index, weight, sum: weight * (wish(vertex) - (offsets[index] as number)) };
    for (let last = blocks.at(-1); last && last.sum / last.weight > block.sum / block.weight; last = blocks.at(-1)) {
      block = { first: last.first, weight: last.weight + block.weight, sum: last.sum + block.sum };
      blocks.pop();
    }
    blocks.push(block);
  }
  for (const [i, { first, weight, sum }] of blocks.entries()) {
    const end = blocks[i + 1]?.first ?? layer.length;
    for (let index = first; index < end; index++) {
      middles[layer[index] as number] = sum / weight + (offsets[index] as number);
    }
  }
}
