/**
 * Draws a FOON: objects as rounded boxes, motions as squares, arrows from top to bottom.
 *
 * A bipartite graph as the object-level planning paper describes it (section III-A, Figure 3). The picture is one SVG without
 * scripts, styles or references to elsewhere; the same network gives the same text everywhere.
 *
 * @module
 */

import { shortened, svgNumber, svgText } from '../../envs/tabletop/drawing/svg_text.ts';
import type { Foon } from '../../planners/foon/foon.ts';
import type { FoonLevel } from '../../planners/foon/unit_key.ts';
import { centreLeaves } from './centre_leaves.ts';
import { foonGraph, type GraphEdge } from './foon_graph.ts';
import { type LayeredGraph, layerGraph } from './layer_graph.ts';
import { COLOURS, nodeShape, type Shape } from './node_shapes.ts';
import { orderLayers } from './order_layers.ts';
import { placeLayers } from './place_layers.ts';

export type FoonSvgOptions = {
  readonly title?: string;
  /** At which level objects are one node; 3 unless told. */
  readonly level?: FoonLevel;
  /** Begins every `id`, so that several drawings can be in one page. A letter, then letters, digits, `_` or `-`. */
  readonly idPrefix?: string;
};

const MARGIN = 24;
const LAYER_GAP = 38;
const NODE_GAP = 22;
const BEND_WIDTH = 6;
const TITLE_HEIGHT = 30;
const LEGEND_HEIGHT = 34;
const LEGEND_WIDTH = 430;
const UNITS_MAX = 500;

type Point = readonly [x: number, y: number];
type Layer = { readonly top: number; readonly bottom: number };
type Placing = {
  readonly graph: LayeredGraph;
  readonly shapes: readonly Shape[];
  readonly middles: readonly number[];
  /** Of each vertex its layer. */
  readonly layers: readonly Layer[];
};

/** A network that is too large for a picture. */
export class DrawingError extends Error {
  override readonly name = 'DrawingError';
}

/** Throws a DrawingError for a network that is too large for a picture, and a RangeError for an `idPrefix` that is no identifier. */
export function foonSvg(foon: Foon, { title, level = 3, idPrefix = 'foon' }: FoonSvgOptions = {}): string {
  if (!/^[A-Za-z][\w-]{0,99}$/.test(idPrefix))
    throw new RangeError(`Cannot use ${JSON.stringify(idPrefix.slice(0, 60))} as a prefix of identifiers`);
  const count = foon.units.length;
  if (count > UNITS_MAX) throw new DrawingError(`Cannot draw ${count} functional units, at most ${UNITS_MAX}`);
  const { nodes, edges } = foonGraph(foon, level);
  const shapes = nodes.map(nodeShape);
  const graph = layerGraph(nodes.length, edges);
  const order = centreLeaves(graph, orderLayers(graph));
  const widthOf = (vertex: number) => shapes[vertex]?.width ?? BEND_WIDTH;
  const found = placeLayers(graph, order, { widthOf, gap: NODE_GAP });
  const drawn = found.reduce((most, middle, vertex) => Math.max(most, middle + widthOf(vertex) / 2), 0);
  const width = Math.max(drawn, LEGEND_WIDTH) + 2 * MARGIN;
  const middles = found.map((middle) => middle + (width - drawn) / 2);
  const { layers, bottom } = layersOf(order, shapes);
  const placing: Placing = { graph, shapes, middles, layers };
  const name = title ?? `FOON with ${count} functional unit${count === 1 ? '' : 's'}`;
  const ports = portsOf(placing);
  const paths = edges.map((edge, index) => edgePath(edge, route(placing, ports, index), idPrefix));
  const boxes = shapes.map((shape, node) => shape.paint(middles[node] as number, centreOf(layers[node] as Layer)));
  const body = [...paths, ...boxes, legend(width / 2, bottom + LEGEND_HEIGHT, idPrefix)].join('\n');
  return page({ width, height: bottom + LEGEND_HEIGHT + MARGIN, name, idPrefix }, body);
}

type Page = { readonly width: number; readonly height: number; readonly name: string; readonly idPrefix: string };

function page({ width, height, name, idPrefix }: Page, body: string): string {
  const [w, h] = [svgNumber(Math.ceil(width)), svgNumber(Math.ceil(height))];
  const shown = svgText(shortened(name, Math.floor(width / 9)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-labelledby="${idPrefix}-title" font-family="Helvetica, Arial, sans-serif" text-anchor="middle" fill="${COLOURS.text}">
<title id="${idPrefix}-title">${svgText(shortened(name, 300))}</title>
<defs>${arrowHead(idPrefix, 'still')}${arrowHead(idPrefix, 'moved')}</defs>
<rect width="${w}" height="${h}" fill="${COLOURS.paper}"/>
<text x="${svgNumber(width / 2)}" y="${MARGIN}" font-size="15" font-weight="bold">${shown}</text>
${body}
</svg>
`;
}

type Move = 'still' | 'moved';

function arrowHead(idPrefix: string, move: Move): string {
  return (
    `<marker id="${idPrefix}-${move}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" ` +
    `markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1 L10 5 L0 9 z" fill="${COLOURS[move]}"/></marker>`
  );
}

/** Layers below each other, each as high as its highest node. */
function layersOf(
  order: readonly (readonly number[])[],
  shapes: readonly Shape[],
): { layers: Layer[]; bottom: number } {
  const layers: Layer[] = [];
  let top = MARGIN + TITLE_HEIGHT;
  for (const vertices of order) {
    const height = vertices.reduce((most, vertex) => Math.max(most, shapes[vertex]?.height ?? 0), 0);
    for (const vertex of vertices) layers[vertex] = { top, bottom: top + height };
    top += height + LAYER_GAP;
  }
  return { layers, bottom: Math.max(top - LAYER_GAP, MARGIN + TITLE_HEIGHT) };
}

function centreOf({ top, bottom }: Layer): number {
  return (top + bottom) / 2;
}

/** The points of edge `index`: out of its first node, straight through the layers of its bends, into its last node. */
function route({ graph, middles, layers, shapes }: Placing, ports: Ports, index: number): Point[] {
  const vertices = graph.routes[index] as readonly number[];
  const [from, to] = [vertices[0] as number, vertices.at(-1) as number];
  const half = (node: number) => (shapes[node] as Shape).height / 2;
  const start: Point = [ports.out[index] as number, centreOf(layers[from] as Layer) + half(from)];
  const end: Point = [ports.in[index] as number, centreOf(layers[to] as Layer) - half(to)];
  const bends = vertices.slice(1, -1).flatMap((vertex): Point[] => {
    const x = middles[vertex] as number;
    const { top, bottom } = layers[vertex] as Layer;
    return [
      [x, top],
      [x, bottom],
    ];
  });
  return [start, ...bends, end];
}

/** Where each edge leaves its first node, and where it reaches its last one, from left to right. */
type Ports = { readonly out: readonly number[]; readonly in: readonly number[] };

function portsOf(placing: Placing): Ports {
  const { routes } = placing.graph;
  return {
    out: spread(
      placing,
      routes.map(([node, next]) => ({ node: node as number, next: next as number })),
    ),
    in: spread(
      placing,
      routes.map((route) => ({ node: route.at(-1) as number, next: route.at(-2) as number })),
    ),
  };
}

/** The edges of one side of a node are spread over it in the order of their other ends. */
function spread({ middles, shapes }: Placing, ends: readonly { node: number; next: number }[]): number[] {
  const meeting = new Map<number, number[]>();
  for (const [edge, { node }] of ends.entries()) {
    const known = meeting.get(node);
    if (known === undefined) meeting.set(node, [edge]);
    else known.push(edge);
  }
  const places = new Array<number>(ends.length).fill(0);
  const other = (edge: number) => middles[(ends[edge] as { next: number }).next] as number;
  for (const [node, edges] of meeting) {
    const room = Math.min((shapes[node] as Shape).width - 24, 16 * (edges.length - 1));
    const step = edges.length === 1 ? 0 : room / (edges.length - 1);
    const inOrder = edges.sort((a, b) => other(a) - other(b));
    for (const [place, edge] of inOrder.entries()) places[edge] = (middles[node] as number) - room / 2 + place * step;
  }
  return places;
}

/** A smooth line between every two points that are not straight above each other. */
function edgePath({ inMotion }: GraphEdge, points: readonly Point[], idPrefix: string): string {
  const parts = points.map(([x, y], index) => {
    const [x0, y0] = points[index - 1] ?? [x, y];
    if (index === 0) return `M${svgNumber(x)} ${svgNumber(y)}`;
    if (x === x0) return `L${svgNumber(x)} ${svgNumber(y)}`;
    const middle = svgNumber((y0 + y) / 2);
    return `C${svgNumber(x0)} ${middle} ${svgNumber(x)} ${middle} ${svgNumber(x)} ${svgNumber(y)}`;
  });
  return line(parts.join(' '), inMotion ? 'moved' : 'still', idPrefix);
}

function line(d: string, move: Move, idPrefix: string): string {
  const width = move === 'moved' ? 2 : 1.2;
  return `<path d="${d}" fill="none" stroke="${COLOURS[move]}" stroke-width="${width}" marker-end="url(#${idPrefix}-${move})"/>`;
}

/** What the marks mean, in one row. */
function legend(x: number, y: number, idPrefix: string): string {
  const left = x - LEGEND_WIDTH / 2;
  const word = (at: number, words: string) =>
    `<text x="${svgNumber(left + at)}" y="${svgNumber(y + 4)}" font-size="11" text-anchor="start">${words}</text>`;
  const box = (at: number, kind: 'object' | 'goal' | 'motion') =>
    `<rect x="${svgNumber(left + at)}" y="${svgNumber(y - 6)}" width="${kind === 'motion' ? 12 : 18}" height="12" rx="${kind === 'motion' ? 0 : 4}" ` +
    `fill="${COLOURS[kind].fill}" stroke="${COLOURS[kind].line}"/>`;
  const arrow = (at: number, move: Move) =>
    line(`M${svgNumber(left + at)} ${svgNumber(y)} L${svgNumber(left + at + 26)} ${svgNumber(y)}`, move, idPrefix);
  return [
    `<g>${box(0, 'object')}${word(23, 'object')}`,
    `${box(72, 'goal')}${word(95, 'goal')}`,
    `${box(133, 'motion')}${word(150, 'motion')}`,
    `${arrow(204, 'moved')}${word(236, 'moved object')}`,
    `${arrow(324, 'still')}${word(356, 'other object')}</g>`,
  ].join('');
}
