/** Draws functional object-oriented networks as in OLP, section III-A and Figure 3. */
import { shortened, svgNumber, svgText } from '../../../envs/printable.ts';
import {
  type Foon,
  type FoonLevel,
  type FunctionalUnit,
  type MotionNode,
  type ObjectNode,
  type ObjectState,
  objectKey,
} from '../../../planners/foon/foon.ts';
import { sum } from '../../trace/metrics/numbers.ts';
import { DrawingError, layoutGraph, type Point } from './layout_graph.ts';

const COLOURS = {
  object: { fill: '#e3f4e1', line: '#2f7d32' },
  goal: { fill: '#fff3c4', line: '#a86b00' },
  motion: { fill: '#c62f2f', line: '#8e1b1b' },
  text: '#1d1d1d',
  still: '#8a8a8a',
  moved: '#1d1d1d',
  paper: '#ffffff',
} as const;

type Shape = Readonly<{ width: number; height: number; paint: (x: number, y: number) => string }>;

const MARGIN = 24;
const TITLE_HEIGHT = 30;
const LEGEND_HEIGHT = 34;
const LEGEND_WIDTH = 430;
const UNITS_MAX = 500;

/** Objects equal at `level` become one node. Throws a DrawingError. */
export function foonSvg(foon: Foon, { title, level = 3 }: { title?: string; level?: FoonLevel } = {}): string {
  const count = foon.units.length;
  if (count > UNITS_MAX) throw new DrawingError(`Cannot draw ${count} functional units: the maximum is ${UNITS_MAX}`);
  const { nodes, edges } = foonGraph(foon, level);
  const shapes = nodes.map(nodeShape);
  const drawn = layoutGraph(shapes, edges);
  const width = Math.max(drawn.width, LEGEND_WIDTH) + 2 * MARGIN;
  const [left, top] = [(width - drawn.width) / 2, MARGIN + TITLE_HEIGHT];
  const bottom = top + drawn.height;
  const toPage = ({ x, y }: Point): Point => ({ x: x + left, y: y + top });
  const centres = drawn.centres.map(toPage);
  const routes = routesOf({ edges, shapes, centres, bends: drawn.routes.map((route) => route.map(toPage)) });
  const name = title ?? `FOON with ${count} functional unit${count === 1 ? '' : 's'}`;
  const paths = edges.map((edge, index) => edgePath(edge, routes[index]!));
  const boxes = shapes.map((shape, node) => shape.paint(centres[node]!.x, centres[node]!.y));
  const body = [...paths, ...boxes, legend(width / 2, bottom + LEGEND_HEIGHT)].join('\n');
  return page({ width, height: bottom + LEGEND_HEIGHT + MARGIN, name }, body);
}

function page({ width, height, name }: { width: number; height: number; name: string }, body: string): string {
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
  centres: readonly Point[];
  bends: readonly (readonly Point[])[];
}>;

function routesOf({ edges, shapes, centres, bends }: Placing): Point[][] {
  const side = (end: 'from' | 'to', other: 'from' | 'to') => {
    const places = edges.map((edge, index) => ({
      node: edge[end],
      next: (bends[index]!.at(end === 'from' ? 0 : -1) ?? centres[edge[other]]!).x,
    }));
    return spread(places, shapes, centres);
  };
  const [starts, ends] = [side('from', 'to'), side('to', 'from')];
  return edges.map(({ from, to }, index) => [
    { x: starts[index]!, y: centres[from]!.y + shapes[from]!.height / 2 },
    ...bends[index]!,
    { x: ends[index]!, y: centres[to]!.y - shapes[to]!.height / 2 },
  ]);
}

/** X coordinates, in the order of each edge's next point. */
function spread(
  ends: readonly Readonly<{ node: number; next: number }>[],
  shapes: readonly Shape[],
  centres: readonly Point[],
): number[] {
  const places = new Array<number>(ends.length).fill(0);
  for (const [node, edges] of Map.groupBy(ends.keys(), (edge) => ends[edge]!.node)) {
    const room = Math.min(shapes[node]!.width - 24, 16 * (edges.length - 1));
    const step = edges.length === 1 ? 0 : room / (edges.length - 1);
    const inOrder = edges.sort((a, b) => ends[a]!.next - ends[b]!.next);
    for (const [place, edge] of inOrder.entries()) places[edge] = centres[node]!.x - room / 2 + place * step;
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
  const box = (at: number, kind: 'object' | 'goal' | 'motion') => {
    const [width, radius] = kind === 'motion' ? [12, 0] : [18, 4];
    const { fill, line: stroke } = COLOURS[kind];
    const rect = `<rect x="${svgNumber(left + at)}" y="${svgNumber(y - 6)}" width="${width}" height="12" rx="${radius}"`;
    return `${rect} fill="${fill}" stroke="${stroke}"/>${word(at + width + 5, kind)}`;
  };
  const arrow = (at: number, move: Move, words: string) => {
    const path = `M${svgNumber(left + at)} ${svgNumber(y)} L${svgNumber(left + at + 26)} ${svgNumber(y)}`;
    return `${line(path, move)}${word(at + 32, words)}`;
  };
  const boxes = [box(0, 'object'), box(72, 'goal'), box(133, 'motion')];
  return `<g>${boxes.join('')}${arrow(204, 'moved', 'moved object')}${arrow(324, 'still', 'other object')}</g>`;
}

const LABEL_SIZE = 13;
const STATE_SIZE = 11;
const LINE_HEIGHT = 15;
const CHARACTERS_MAX = 30;
const STATE_MAX = 120;
const LINES_MAX = 8;
const PADDING = 10;
const WIDTH_MIN = 64;
const WIDTH_MAX = 230;
const SIDE = 66;
const TOOLTIP_MAX = 300;

export function nodeShape(node: GraphNode): Shape {
  return node.kind === 'object' ? objectShape(node) : motionShape(node);
}

function objectShape({ object, isGoal }: GraphNode & { kind: 'object' }): Shape {
  const label = shortened(object.label, CHARACTERS_MAX);
  const all = object.states.map(stateWords);
  const lines = all.flatMap((words) => wrap(shortened(words, STATE_MAX), CHARACTERS_MAX));
  const states = lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX - 1), '…'];
  const widest = Math.max(widthOf(label) * LABEL_SIZE * 1.12, ...states.map((words) => widthOf(words) * STATE_SIZE));
  const width = Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, widest + 2 * (isGoal ? PADDING + 4 : PADDING))));
  const height = LINE_HEIGHT * (1 + states.length) + PADDING + 4;
  const { fill, line } = COLOURS[isGoal ? 'goal' : 'object'];
  const tooltip = [object.label, ...all].map((words) => shortened(words, TOOLTIP_MAX)).join('\n');
  const paint = (x: number, y: number) => {
    const top = y - height / 2;
    const box = (inset: number, stroke: number) =>
      `<rect x="${svgNumber(x - width / 2 + inset)}" y="${svgNumber(top + inset)}" width="${svgNumber(width - 2 * inset)}" ` +
      `height="${svgNumber(height - 2 * inset)}" rx="${12 - inset}" fill="${fill}" stroke="${line}" stroke-width="${stroke}"/>`;
    const first = textAt({ x, y: top + 19 }, label, { size: LABEL_SIZE, style: ' font-weight="bold"' });
    const rest = states.map((words, index) =>
      textAt({ x, y: top + 19 + LINE_HEIGHT * (index + 1) }, words, { size: STATE_SIZE }),
    );
    return `<g>${titleTag(tooltip)}${box(0, 1.5)}${isGoal ? box(3.5, 1) : ''}${first}${rest.join('')}</g>`;
  };
  return { width, height, paint };
}

function stateWords(state: ObjectState): string {
  if (state.kind === 'related') return `${state.label} ${state.object}`;
  return state.kind === 'plain' ? state.label : `${state.label}: ${state.ingredients.join(', ')}`;
}

function motionShape({ motion, step }: GraphNode & { kind: 'motion' }): Shape {
  const lines = verbLines(motion.label);
  const { fill, line } = COLOURS.motion;
  const times = motion.times === undefined ? 'assumed' : `${motion.times.start} to ${motion.times.end}`;
  const performer = motion.performer === undefined ? '' : `\n${motion.performer.name}, ${motion.performer.successRate}`;
  const tooltip = `${step}. ${shortened(motion.label, TOOLTIP_MAX)}\n${shortened(times + performer, TOOLTIP_MAX)}`;
  const paint = (x: number, y: number) => {
    const corner = `x="${svgNumber(x - SIDE / 2)}" y="${svgNumber(y - SIDE / 2)}"`;
    const first = y + 6 - (lines.length - 1) * 6.5;
    const words = lines.map((each, index) =>
      textAt({ x, y: first + index * 13 }, each, { size: 11, style: ' font-weight="bold" fill="#ffffff"' }),
    );
    const place = { x: x - SIDE / 2 + 4, y: y - SIDE / 2 + 11 };
    const number = textAt(place, String(step), { size: 9, style: ' text-anchor="start" fill="#ffffff"' });
    const square = `<rect ${corner} width="${SIDE}" height="${SIDE}" fill="${fill}" stroke="${line}" stroke-width="1.5"/>`;
    return `<g>${titleTag(tooltip)}${square}${number}${words.join('')}</g>`;
  };
  return { width: SIDE, height: SIDE, paint };
}

function textAt({ x, y }: Point, words: string, { size, style = '' }: { size: number; style?: string }): string {
  return `<text x="${svgNumber(x)}" y="${svgNumber(y)}" font-size="${size}"${style}>${svgText(words)}</text>`;
}

function titleTag(words: string): string {
  const lines = words.split('\n').map((line) => svgText(line));
  return `<title>${lines.join('\n')}</title>`;
}

function verbLines(label: string): string[] {
  const lines = wrap(shortened(label, 60), 11);
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), shortened(`${lines[2]}…`, 11)];
}

export function wrap(words: string, charactersMax: number): string[] {
  const parts = words.split(/(?<=-)| /).filter((part) => part !== '');
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last}${last.endsWith('-') ? '' : ' '}${part}`;
    if (last !== undefined && joined.length <= charactersMax) lines[lines.length - 1] = joined;
    else lines.push(shortened(part, charactersMax));
  }
  return lines;
}

/** Estimated for a sans-serif font, in font sizes. */
export function widthOf(words: string): number {
  return sum(Array.from(words, (character) => widthOfCharacter(character.codePointAt(0)!)));
}

function widthOfCharacter(code: number): number {
  if (code > 0x2e80) return 1.05; // ideographs and pictures
  const character = String.fromCodePoint(code);
  if ("iljtfr.,:;'|! ()[]".includes(character)) return 0.36;
  if ('mwMW@'.includes(character)) return 0.9;
  return character >= 'A' && character <= 'Z' ? 0.7 : 0.58;
}

/** Equal objects become one node (Paulius et al. 2016), except for outputs, to avoid cycles. */
type GraphNode =
  | Readonly<{ kind: 'object'; object: ObjectNode; isGoal: boolean }>
  | Readonly<{ kind: 'motion'; motion: MotionNode; step: number }>;

type GraphEdge = Readonly<{ from: number; to: number; inMotion: boolean }>;

export function foonGraph(foon: Foon, level: FoonLevel) {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const latest = new Map<string, number>();
  const addObject = (object: ObjectNode) => {
    latest.set(objectKey(object, level), nodes.length);
    return nodes.push({ kind: 'object', object, isGoal: object.isGoal }) - 1;
  };
  const inputsOf = ({ inputs }: FunctionalUnit) => {
    const used = new Set<number>();
    return inputs.map((object) => {
      const existing = latest.get(objectKey(object, level));
      // Equal inputs of one unit are different things.
      const index = existing === undefined || used.has(existing) ? addObject(object) : existing;
      const node = nodes[index];
      if (object.isGoal && node?.kind === 'object') nodes[index] = { ...node, isGoal: true };
      used.add(index);
      return { index, inMotion: object.inMotion };
    });
  };
  for (const [unitIndex, unit] of foon.units.entries()) {
    const inputs = inputsOf(unit);
    const motion = nodes.push({ kind: 'motion', motion: unit.motion, step: unitIndex + 1 }) - 1;
    for (const { index, inMotion } of inputs) edges.push({ from: index, to: motion, inMotion });
    for (const object of unit.outputs) edges.push({ from: motion, to: addObject(object), inMotion: object.inMotion });
  }
  return { nodes, edges };
}
