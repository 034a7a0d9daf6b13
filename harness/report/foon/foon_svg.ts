/** After OLP's section III-A and Figure 3. */
import { shortened, svgNumber, svgText } from '../../../envs/svg_text.ts';
import type { Foon } from '../../../planners/foon/foon.ts';
import type { FoonLevel } from '../../../planners/foon/unit_key.ts';
import { foonGraph, type GraphEdge } from './foon_graph.ts';
import { DrawingError, layoutGraph, type Point } from './layout_graph.ts';
import { COLOURS, nodeShape, type Shape, textAt } from './node_shapes.ts';

const MARGIN = 24;
const TITLE_HEIGHT = 30;
const LEGEND_HEIGHT = 34;
const LEGEND_WIDTH = 430;
const UNITS_MAX = 500;

/** Objects equal at `level` are one node. Throws a DrawingError on too large a network. */
export function foonSvg(foon: Foon, { title, level = 3 }: { title?: string; level?: FoonLevel } = {}): string {
  const count = foon.units.length;
  if (count > UNITS_MAX) throw new DrawingError(`Cannot draw ${count} functional units, at most ${UNITS_MAX}`);
  const { nodes, edges } = foonGraph(foon, level);
  const shapes = nodes.map(nodeShape);
  const drawn = layoutGraph(shapes, edges);
  const width = Math.max(drawn.width, LEGEND_WIDTH) + 2 * MARGIN;
  const [left, top] = [(width - drawn.width) / 2, MARGIN + TITLE_HEIGHT];
  const bottom = top + drawn.height;
  const moved = ({ x, y }: Point): Point => ({ x: x + left, y: y + top });
  const middles = drawn.middles.map(moved);
  const routes = routesOf({ edges, shapes, middles, bends: drawn.routes.map((route) => route.map(moved)) });
  const name = title ?? `FOON with ${count} functional unit${count === 1 ? '' : 's'}`;
  const paths = edges.map((edge, index) => edgePath(edge, routes[index]!));
  const boxes = shapes.map((shape, node) => shape.paint(middles[node]!.x, middles[node]!.y));
  const body = [...paths, ...boxes, legend(width / 2, bottom + LEGEND_HEIGHT)].join('\n');
  return page({ width, height: bottom + LEGEND_HEIGHT + MARGIN, name }, body);
}

type Page = Readonly<{ width: number; height: number; name: string }>;

function page({ width, height, name }: Page, body: string): string {
  const [w, h] = [svgNumber(Math.ceil(width)), svgNumber(Math.ceil(height))];
  const heading = { x: width / 2, y: MARGIN };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-labelledby="foon-title" font-family="Helvetica, Arial, sans-serif" text-anchor="middle" fill="${COLOURS.text}">
<title id="foon-title">${svgText(shortened(name, 300))}</title>
<defs>${arrowHead('still')}${arrowHead('moved')}</defs>
<rect width="${w}" height="${h}" fill="${COLOURS.paper}"/>
${textAt(heading, shortened(name, Math.floor(width / 9)), { size: 15, style: ' font-weight="bold"' })}
${body}
</svg>
`;
}

type Move = 'still' | 'moved';

function arrowHead(move: Move): string {
  return (
    `<marker id="foon-${move}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" ` +
    `markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1 L10 5 L0 9 z" fill="${COLOURS[move]}"/></marker>`
  );
}

type Placing = Readonly<{
  edges: readonly GraphEdge[];
  shapes: readonly Shape[];
  middles: readonly Point[];
  bends: readonly (readonly Point[])[];
}>;

function routesOf({ edges, shapes, middles, bends }: Placing): Point[][] {
  const side = (end: 'from' | 'to', other: 'from' | 'to') => {
    const places = edges.map((edge, index) => ({
      node: edge[end],
      next: (bends[index]!.at(end === 'from' ? 0 : -1) ?? middles[edge[other]]!).x,
    }));
    return spread(places, shapes, middles);
  };
  const [starts, ends] = [side('from', 'to'), side('to', 'from')];
  return edges.map(({ from, to }, index) => [
    { x: starts[index]!, y: middles[from]!.y + shapes[from]!.height / 2 },
    ...bends[index]!,
    { x: ends[index]!, y: middles[to]!.y - shapes[to]!.height / 2 },
  ]);
}

function spread(
  ends: readonly Readonly<{ node: number; next: number }>[],
  shapes: readonly Shape[],
  middles: readonly Point[],
): number[] {
  const places = new Array<number>(ends.length).fill(0);
  for (const [node, edges] of Map.groupBy(ends.keys(), (edge) => ends[edge]!.node)) {
    const room = Math.min(shapes[node]!.width - 24, 16 * (edges.length - 1));
    const step = edges.length === 1 ? 0 : room / (edges.length - 1);
    const inOrder = edges.sort((a, b) => ends[a]!.next - ends[b]!.next);
    for (const [place, edge] of inOrder.entries()) places[edge] = middles[node]!.x - room / 2 + place * step;
  }
  return places;
}

function edgePath({ inMotion }: GraphEdge, points: readonly Point[]): string {
  const parts = points.map(({ x, y }, index) => {
    const before = points[index - 1];
    const at = `${svgNumber(x)} ${svgNumber(y)}`;
    if (before === undefined) return `M${at}`;
    if (x === before.x) return `L${at}`;
    const middle = svgNumber((before.y + y) / 2);
    return `C${svgNumber(before.x)} ${middle} ${svgNumber(x)} ${middle} ${at}`;
  });
  return line(parts.join(' '), inMotion ? 'moved' : 'still');
}

function line(d: string, move: Move): string {
  const width = move === 'moved' ? 2 : 1.2;
  return `<path d="${d}" fill="none" stroke="${COLOURS[move]}" stroke-width="${width}" marker-end="url(#foon-${move})"/>`;
}

function legend(x: number, y: number): string {
  const left = x - LEGEND_WIDTH / 2;
  const word = (at: number, words: string) =>
    textAt({ x: left + at, y: y + 4 }, words, { size: 11, style: ' text-anchor="start"' });
  const box = (at: number, kind: 'object' | 'goal' | 'motion') =>
    `<rect x="${svgNumber(left + at)}" y="${svgNumber(y - 6)}" width="${kind === 'motion' ? 12 : 18}" height="12" rx="${kind === 'motion' ? 0 : 4}" ` +
    `fill="${COLOURS[kind].fill}" stroke="${COLOURS[kind].line}"/>`;
  const arrow = (at: number, move: Move) =>
    line(`M${svgNumber(left + at)} ${svgNumber(y)} L${svgNumber(left + at + 26)} ${svgNumber(y)}`, move);
  return [
    `<g>${box(0, 'object')}${word(23, 'object')}`,
    `${box(72, 'goal')}${word(95, 'goal')}`,
    `${box(133, 'motion')}${word(150, 'motion')}`,
    `${arrow(204, 'moved')}${word(236, 'moved object')}`,
    `${arrow(324, 'still')}${word(356, 'other object')}</g>`,
  ].join('');
}
