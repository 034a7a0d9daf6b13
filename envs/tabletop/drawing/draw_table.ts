import { svgNumber, svgPoints } from '../../svg_text.ts';
import type { Picture } from '../../world.ts';
import { JOINTS, TCP_Z } from '../motion/panda.ts';
import type { TableState } from '../table/arrangement.ts';
import { BLOCK_SIZE, SPOTS, type Vector } from '../table/table.ts';
import { armShapes, DARK, footShapes, framesOf, handAxes, handShapes, PALE, skeleton, tcpOf } from './arm_shapes.ts';
import { blockColours, instanceOf, letterOf } from './block_colours.ts';
import { label, picture } from './picture.ts';
import { type Axes, capsule, cube, type Shape, sum, UPRIGHT, type View } from './shapes.ts';

/** Pure: equal scenes give equal bytes in every runtime. */
export type DrawnBlock = {
  readonly name: string;
  /** Metres, in the robot's frame; of a held block, where it hangs. */
  readonly centre: Vector;
  readonly held?: boolean;
};

type DrawnScene = {
  readonly blocks: readonly DrawnBlock[];
  readonly title?: string;
};

/** z points down; the fingers open along the robot's y. */
const HAND: Axes = [
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
];

export function drawScene({ blocks, title = 'The table' }: DrawnScene): string {
  const held = blocks.filter((block) => block.held);
  return picture({
    title,
    description: describe(blocks),
    legend: 'Flat squares: places for blocks. Small digit: which of the blocks with this letter.',
    shapes: [...footShapes(DARK), ...blockShapes(blocks), ...held.flatMap(handAt)],
    overlay: (view) =>
      [label('robot', below(view.place([0, 0, 0])), view), ...held.map((block) => plumb(block, view))].join(''),
    focus: focusOf(blocks),
  });
}

export function describe(blocks: readonly DrawnBlock[]): string {
  if (blocks.length === 0) return 'No blocks.';
  const listed = blocks.map(({ name, centre, held }) => {
    const where = held ? 'in the hand at' : 'at';
    return `${name.length > 40 ? `${name.slice(0, 39)}…` : name} ${where} ${centre.map(number3).join(' ')}`;
  });
  return `${blocks.length} blocks; centres in metres. ${listed.join('; ')}.`;
}

function number3(metres: number): string {
  return String(Math.round(metres * 1000) / 1000 + 0);
}

/** Colours as one set with `others`; only blocks with a common letter show their number. */
function blockShapes(blocks: readonly DrawnBlock[], others: readonly string[] = []): Shape[] {
  const names = [...blocks.map(({ name }) => name), ...others];
  const colours = blockColours(names);
  const letters = names.map(letterOf);
  return blocks.flatMap(({ name, centre }) => {
    const own = colours.get(letterOf(name));
    const isShared = letters.indexOf(letterOf(name)) !== letters.lastIndexOf(letterOf(name));
    const instance = isShared ? instanceOf(name) : '';
    return own === undefined ? [] : [cube({ name, centre, axes: UPRIGHT, colours: own, instance })];
  });
}

function focusOf(blocks: readonly DrawnBlock[]): Vector[] {
  const half = BLOCK_SIZE / 2;
  const around = ([x, y, z]: Vector, up: number): Vector[] =>
    [-half, half].flatMap((dx) =>
      [-half, half].flatMap((dy) => [-half, up].map((dz): Vector => [x + dx, y + dy, z + dz])),
    );
  return [
    ...SPOTS.flatMap(([x, y]) => around([x, y, half], half)),
    ...blocks.flatMap(({ centre, held }) => around(centre, held ? TCP_Z + 0.08 : half)),
    ...[-0.14, 0.08].flatMap((x) => [-0.08, 0.08].flatMap((y) => [0, 0.2].map((z): Vector => [x, y, z]))),
  ];
}

function handAt({ centre: [x, y, z] }: DrawnBlock): Shape[] {
  const wrist = capsule([x, y, z + TCP_Z - 0.02], [x, y, z + TCP_Z + 0.05], { radius: 0.03, ...DARK });
  return [wrist, ...handShapes(HAND, [x, y, z + TCP_Z], { tone: DARK, holds: true })];
}

function plumb({ centre: [x, y, z] }: DrawnBlock, { place }: View): string {
  const [[x1, y1], [x2, y2]] = [place([x, y, z - BLOCK_SIZE / 2]), place([x, y, 0])];
  return `<path d="M${svgNumber(x1)} ${svgNumber(y1)}L${svgNumber(x2)} ${svgNumber(y2)}" stroke="#4a5460" stroke-width="1.5" stroke-dasharray="4 4"/>`;
}

function below([x, y]: readonly [number, number]): readonly [number, number] {
  return [x, y + 12];
}

/** Pure: equal paths give equal bytes in every runtime. */
type DrawnPath = {
  /** Without the held block. */
  readonly blocks: readonly DrawnBlock[];
  /** Configurations of seven angles in radians, with straight lines between them. */
  readonly path: readonly (readonly number[])[];
  readonly held?: string;
  readonly title?: string;
};

const CONFIGURATIONS_MAX = 1000;
/** A joint's largest turn between two trace points, in radians, up to the maximum of points. */
const TRACE_STEP = 0.05;
const TRACE_POINTS_MAX = 400;
const GHOSTS = 5;
const TRACE = '#b3125c';

/** Throws a `RangeError` on a path that is empty, too long, or not of seven finite angles. */
export function drawPath(drawn: DrawnPath): string {
  const { blocks, path, held, title = 'A motion of the arm' } = drawn;
  checkPath(path);
  const [start, goal] = [framesOf(path[0]!), framesOf(path.at(-1) as readonly number[])];
  const trace = tracePoints(path);
  const between = path.length === 1 ? [] : ghosts(path);
  return picture({
    title,
    description: `${held === undefined ? 'The arm moves' : `The arm carries ${held.slice(0, 40)}`} in ${path.length - 1} straight pieces. ${describe(blocks)}`,
    legend: 'Arm: pale at the start, dark at the goal. Red line: the way of the point between its fingertips.',
    shapes: [
      ...blockShapes(blocks, held === undefined ? [] : [held]),
      ...(path.length === 1 ? [] : armShapes(start, { tone: PALE, holds: held !== undefined })),
      ...armShapes(goal, { tone: DARK, holds: held !== undefined }),
      ...(held === undefined ? [] : carried(held, blocks, path.length === 1 ? [goal] : [start, goal])),
    ],
    underlay: (view) => between.map((ghost) => line(ghost, view)).join(''),
    overlay: (view) => traced(trace, path, view),
    focus: [
      ...focusOf(blocks),
      ...[start, goal].flatMap((frames) => skeleton(frames).flatMap(roomAround)),
      ...trace,
      ...between.flat(),
    ],
  });
}

function checkPath(path: readonly (readonly number[])[]): void {
  if (path.length === 0) throw new RangeError('Cannot draw a path without a configuration');
  if (path.length > CONFIGURATIONS_MAX) {
    throw new RangeError(`Cannot draw a path of ${path.length} configurations: at most ${CONFIGURATIONS_MAX}`);
  }
  const wrong = path.findIndex((q) => q.length !== JOINTS || !q.every((angle) => Math.abs(angle) <= 10));
  if (wrong >= 0) {
    const shown = path[wrong]?.slice(0, 8).join(', ');
    throw new RangeError(`Cannot draw configuration ${wrong} of the path: (${shown}) are not seven angles in radians`);
  }
}

function carried(name: string, blocks: readonly DrawnBlock[], poses: readonly Float64Array[]): Shape[] {
  const colours = blockColours([name, ...blocks.map((block) => block.name)]).get(letterOf(name));
  if (colours === undefined) return [];
  return poses.map((frames, index) =>
    cube({ name, centre: tcpOf(frames), axes: upwards(handAxes(frames)), colours, faint: index < poses.length - 1 }),
  );
}

/** A hand that points down would put a block's letter on its head. */
function upwards([x, y, z]: ReturnType<typeof handAxes>): ReturnType<typeof handAxes> {
  return z[2] < 0 ? [x, minus(y), minus(z)] : [x, y, z];
}

function minus([x, y, z]: Vector): Vector {
  return [-x, -y, -z];
}

function interpolated(from: readonly number[], to: readonly number[], share: number): number[] {
  return from.map((angle, joint) => angle + (to[joint]! - angle) * share);
}

function tracePoints(path: readonly (readonly number[])[]): Vector[] {
  const turns = path
    .slice(1)
    .map((q, index) => Math.max(...q.map((angle, joint) => Math.abs(angle - (path[index]?.[joint] ?? 0)))));
  const total = turns.reduce((sumSoFar, turn) => sumSoFar + turn, 0);
  const step = Math.max(TRACE_STEP, total / TRACE_POINTS_MAX);
  const trace = [tcpOf(framesOf(path[0]!))];
  for (const [index, turn] of turns.entries()) {
    const [from, to] = [path[index]!, path[index + 1]!];
    const pieces = Math.max(1, Math.ceil(turn / step));
    for (let piece = 1; piece <= pieces; piece++) trace.push(tcpOf(framesOf(interpolated(from, to, piece / pieces))));
  }
  return trace;
}

function ghosts(path: readonly (readonly number[])[]): (readonly Vector[])[] {
  const lengths = path
    .slice(1)
    .map((q, index) => Math.hypot(...q.map((angle, joint) => angle - (path[index]?.[joint] ?? 0))));
  const total = lengths.reduce((sumSoFar, length) => sumSoFar + length, 0);
  if (total === 0) return [];
  return Array.from({ length: GHOSTS }, (_, ghost) => {
    let rest = (total * (ghost + 1)) / (GHOSTS + 1);
    let segment = 0;
    while (segment < lengths.length - 1 && rest > lengths[segment]!) rest -= lengths[segment++]!;
    const share = Math.min(1, rest / Math.max(lengths[segment]!, 1e-12));
    const pose = interpolated(path[segment]!, path[segment + 1]!, share);
    return skeleton(framesOf(pose));
  });
}

function line(joints: readonly Vector[], { place }: View): string {
  return `<polyline points="${svgPoints(joints.map(place))}" fill="none" stroke="#4a5460" stroke-width="5" stroke-linejoin="round" stroke-linecap="round" opacity="0.25"/>`;
}

function traced(trace: readonly Vector[], path: readonly (readonly number[])[], view: View): string {
  const { place } = view;
  const along = `points="${svgPoints(trace.map(place))}" fill="none" stroke-linejoin="round" stroke-linecap="round"`;
  const dot = (point: Vector, radius: number, fill: string) => {
    const [x, y] = place(point);
    return `<circle cx="${svgNumber(x)}" cy="${svgNumber(y)}" r="${radius}" fill="${fill}" stroke="${TRACE}" stroke-width="2"/>`;
  };
  const bends = path.slice(1, -1).map((q) => dot(tcpOf(framesOf(q)), 2, TRACE));
  const [first, last] = [trace[0]!, trace.at(-1) as Vector];
  const beside = (point: Vector, aside: number): readonly [number, number] => {
    const [x, y] = place(point);
    return [x + aside, y + 4];
  };
  if (path.length === 1) return dot(last, 4, TRACE);
  return [
    `<polyline ${along} stroke="#f7f7f5" stroke-width="5"/>`,
    `<polyline ${along} stroke="${TRACE}" stroke-width="2.5"/>`,
    ...bends,
    dot(first, 4, '#f7f7f5'),
    dot(last, 4, TRACE),
    label('start', beside(first, -24), view),
    label('goal', beside(last, 24), view),
  ].join('');
}

function roomAround(point: Vector): Vector[] {
  return [-0.06, 0.06].flatMap((dx) => [-0.06, 0.06].map((dz) => sum(point, [dx, 0, Math.max(dz, -point[2])])));
}

/** `names` are in the state's order. Throws as `drawPath` does. */
export function drawTable(names: readonly string[], { centres, held }: TableState): Picture {
  const blocks = names.map((name, index): DrawnBlock => {
    const centre = centres[index]!;
    return index === held ? { name, centre, held: true } : { name, centre };
  });
  const others = blocks.filter((_, index) => index !== held);
  const inHand = names[held];
  const carried = inHand === undefined ? {} : { held: inHand };
  return (title, motion) =>
    motion === undefined
      ? drawScene({ blocks, title })
      : drawPath({ blocks: others, ...carried, path: motion.path, title });
}
