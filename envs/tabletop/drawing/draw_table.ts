import { shortened, svgNumber, svgPoints } from '../../printable.ts';
import type { Picture } from '../../world.ts';
import { FRAME, framesOf, HAND_AT, ORIGIN, pointIn, TCP_AT } from '../motion/kinematics.ts';
import { CAPSULES, HAND_CAPSULES, JOINTS, TCP_Z } from '../motion/panda.ts';
import type { TableState } from '../table/arrangement.ts';
import { BLOCK_SIZE, SPOTS, type Vector } from '../table/table.ts';
import { label, picture } from './picture.ts';
import {
  type Axes,
  blockColours,
  capsule,
  cube,
  instanceOf,
  letterOf,
  type Shape,
  scaled,
  sum,
  UPRIGHT,
  type View,
} from './shapes.ts';

export type DrawnBlock = Readonly<{ name: string; centre: Vector; held?: boolean }>;

type DrawnScene = { blocks: readonly DrawnBlock[]; title: string };
type Path = readonly (readonly number[])[];

export function drawTable(names: readonly string[], { centres, held }: TableState): Picture {
  const blocks = names.map((name, index): DrawnBlock => ({ name, centre: centres[index]!, held: index === held }));
  const others = blocks.filter((block) => !block.held);
  const carried = names[held] === undefined ? {} : { held: names[held] };
  return (title, motion) =>
    motion === undefined
      ? drawScene({ blocks, title })
      : drawPath({ blocks: others, ...carried, path: motion.path, title });
}

const HAND: Axes = [
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
];

export function drawScene({ blocks, title }: DrawnScene): string {
  const held = blocks.filter((block) => block.held);
  return picture({
    title,
    description: describe(blocks),
    legend: 'Flat squares: places for blocks. Small digit: which of the blocks with this letter.',
    shapes: [...footShapes(), ...blockShapes(blocks), ...held.flatMap(handAt)],
    overlay: (view) => {
      const [x, y] = view.place([0, 0, 0]);
      return [label('robot', [x, y + 12]), ...held.map((block) => plumb(block, view))].join('');
    },
    focus: focusOf(blocks),
  });
}

export function describe(blocks: readonly DrawnBlock[]): string {
  if (blocks.length === 0) return 'No blocks.';
  const listed = blocks.map(({ name, centre, held }) => {
    const where = held ? 'in the hand at' : 'at';
    return `${shortened(name, 40)} ${where} ${centre.map(millimetres).join(' ')}`;
  });
  return `${blocks.length} blocks; centres in metres. ${listed.join('; ')}.`;
}

function millimetres(length: number): number {
  return Math.round(length * 1000) / 1000 + 0;
}

/** `others` affect only colours and numbers. */
function blockShapes(blocks: readonly DrawnBlock[], others: readonly string[] = []): Shape[] {
  const names = [...blocks.map(({ name }) => name), ...others];
  const colours = blockColours(names);
  const letters = names.map(letterOf);
  return blocks.map(({ name, centre }) => {
    const letter = letterOf(name);
    const isShared = letters.indexOf(letter) !== letters.lastIndexOf(letter);
    const instance = isShared ? instanceOf(name) : '';
    return cube({ name, centre, axes: UPRIGHT, colours: colours.get(letter)!, instance });
  });
}

function pointsOf(xs: readonly number[], ys: readonly number[], zs: readonly number[]): Vector[] {
  return xs.flatMap((x) => ys.flatMap((y) => zs.map((z): Vector => [x, y, z])));
}

function focusOf(blocks: readonly DrawnBlock[]): Vector[] {
  const half = BLOCK_SIZE / 2;
  const around = ([x, y, z]: Vector, up: number) =>
    pointsOf([x - half, x + half], [y - half, y + half], [z - half, z + up]);
  return [
    ...SPOTS.flatMap(([x, y]) => around([x, y, half], half)),
    ...blocks.flatMap(({ centre, held }) => around(centre, held ? TCP_Z + 0.08 : half)),
    ...pointsOf([-0.14, 0.08], [-0.08, 0.08], [0, 0.2]),
  ];
}

function handAt({ centre: [x, y, z] }: DrawnBlock): Shape[] {
  const wrist = capsule([x, y, z + TCP_Z - 0.02], [x, y, z + TCP_Z + 0.05], { radius: 0.03, ...DARK });
  return [wrist, ...handShapes(HAND, [x, y, z + TCP_Z], { tone: DARK, isHolding: true })];
}

function plumb({ centre: [x, y, z] }: DrawnBlock, { place }: View): string {
  const [[x1, y1], [x2, y2]] = [place([x, y, z - BLOCK_SIZE / 2]), place([x, y, 0])];
  return `<path d="M${svgNumber(x1)} ${svgNumber(y1)}L${svgNumber(x2)} ${svgNumber(y2)}" stroke="#4a5460" stroke-width="1.5" stroke-dasharray="4 4"/>`;
}

type DrawnPath = DrawnScene & { path: Path; held?: string };

const CONFIGURATIONS_MAX = 1000;
const TRACE_STEP = 0.05;
const TRACE_POINTS_MAX = 400;
const GHOSTS = 5;
const TRACE = '#b3125c';

export function drawPath({ blocks, path, held, title }: DrawnPath): string {
  checkPath(path);
  const poses = path.map(framesOf);
  const ends = path.length === 1 ? poses : [poses[0]!, poses.at(-1)!];
  const segments = segmentsOf(path);
  const trace = [toolPoint(poses[0]!), ...tracePoints(segments)];
  const between = ghosts(segments);
  const isHolding = held !== undefined;
  return picture({
    title,
    description: `${isHolding ? `The arm carries ${held.slice(0, 40)}` : 'The arm moves'} in ${segments.length} straight pieces. ${describe(blocks)}`,
    legend: 'Arm: pale at the start, dark at the goal. Red line: the way of the point between its fingertips.',
    shapes: [
      ...blockShapes(blocks, isHolding ? [held] : []),
      ...ends.flatMap((frames, index) => armShapes(frames, { tone: index < ends.length - 1 ? PALE : DARK, isHolding })),
      ...(isHolding ? heldShapes(held, blocks, ends) : []),
    ],
    underlay: (view) => between.map((ghost) => ghostSvg(ghost, view)).join(''),
    overlay: (view) => traceSvg(trace, poses.slice(1, -1).map(toolPoint), view),
    focus: [
      ...focusOf(blocks),
      ...ends.flatMap((frames) => skeleton(frames).flatMap(roomAround)),
      ...trace,
      ...between.flat(),
    ],
  });
}

function checkPath(path: Path) {
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

function heldShapes(name: string, blocks: readonly DrawnBlock[], poses: readonly Float64Array[]): Shape[] {
  const colours = blockColours([name, ...blocks.map((block) => block.name)]).get(letterOf(name))!;
  return poses.map((frames, index) =>
    cube({
      name,
      centre: toolPoint(frames),
      axes: upwards(handAxes(frames)),
      colours,
      faint: index < poses.length - 1,
    }),
  );
}

function upwards([x, y, z]: Axes): Axes {
  return z[2] < 0 ? [x, scaled(y, -1), scaled(z, -1)] : [x, y, z];
}

/** `turn` is a joint's largest, `length` Euclidean. */
type Segment = { framesAt: (share: number) => Float64Array; turn: number; length: number };

function segmentsOf(path: Path): Segment[] {
  return path.slice(1).map((to, index) => {
    const from = path[index]!;
    const turns = to.map((angle, joint) => Math.abs(angle - from[joint]!));
    const framesAt = (share: number) => framesOf(from.map((angle, joint) => angle + (to[joint]! - angle) * share));
    return { framesAt, turn: Math.max(...turns), length: Math.hypot(...turns) };
  });
}

function tracePoints(segments: readonly Segment[]): Vector[] {
  const total = segments.reduce((all, { turn }) => all + turn, 0);
  const step = Math.max(TRACE_STEP, total / TRACE_POINTS_MAX);
  return segments.flatMap(({ framesAt, turn }) => {
    const pieces = Math.max(1, Math.ceil(turn / step));
    return Array.from({ length: pieces }, (_, piece) => toolPoint(framesAt((piece + 1) / pieces)));
  });
}

function ghosts(segments: readonly Segment[]): (readonly Vector[])[] {
  const total = segments.reduce((all, { length }) => all + length, 0);
  if (total === 0) return [];
  return Array.from({ length: GHOSTS }, (_, ghost) => {
    let rest = (total * (ghost + 1)) / (GHOSTS + 1);
    let at = 0;
    while (at < segments.length - 1 && rest > segments[at]!.length) rest -= segments[at++]!.length;
    const { framesAt, length } = segments[at]!;
    return skeleton(framesAt(Math.min(1, rest / Math.max(length, 1e-12))));
  });
}

function ghostSvg(joints: readonly Vector[], { place }: View): string {
  return `<polyline points="${svgPoints(joints.map(place))}" fill="none" stroke="#4a5460" stroke-width="5" stroke-linejoin="round" stroke-linecap="round" opacity="0.25"/>`;
}

function traceSvg(trace: readonly Vector[], bends: readonly Vector[], view: View): string {
  const points = trace.map(view.place);
  const along = `points="${svgPoints(points)}" fill="none" stroke-linejoin="round" stroke-linecap="round"`;
  const dot = ([x, y]: readonly [number, number], radius: number, fill: string) =>
    `<circle cx="${svgNumber(x)}" cy="${svgNumber(y)}" r="${radius}" fill="${fill}" stroke="${TRACE}" stroke-width="2"/>`;
  const [first, last] = [points[0]!, points.at(-1)!];
  if (points.length === 1) return dot(last, 4, TRACE);
  return [
    `<polyline ${along} stroke="#f7f7f5" stroke-width="5"/>`,
    `<polyline ${along} stroke="${TRACE}" stroke-width="2.5"/>`,
    ...bends.map((point) => dot(view.place(point), 2, TRACE)),
    dot(first, 4, '#f7f7f5'),
    dot(last, 4, TRACE),
    label('start', [first[0] - 24, first[1] + 4]),
    label('goal', [last[0] + 24, last[1] + 4]),
  ].join('');
}

function roomAround([x, y, z]: Vector): Vector[] {
  return pointsOf([x - 0.06, x + 0.06], [y], [Math.max(0, z - 0.06), z + 0.06]);
}

type Tone = Readonly<{ fill: string; edge: string }>;
const PALE: Tone = { fill: '#e9edf1', edge: '#a3adb8' };
export const DARK: Tone = { fill: '#aeb8c2', edge: '#4a5460' };

const ROD = 0.032;
const FINGER = 0.0115;

function vectorAt(frames: Float64Array, at: number): Vector {
  return [frames[at]!, frames[at + 1]!, frames[at + 2]!];
}

function toolPoint(frames: Float64Array): Vector {
  return vectorAt(frames, TCP_AT + ORIGIN);
}

function handAxes(frames: Float64Array): Axes {
  return [vectorAt(frames, HAND_AT), vectorAt(frames, HAND_AT + 3), vectorAt(frames, HAND_AT + 6)];
}

function skeleton(frames: Float64Array): readonly Vector[] {
  const links = Array.from({ length: JOINTS + 1 }, (_, link) => link * FRAME);
  const all = [...links, HAND_AT, TCP_AT].map((at) => vectorAt(frames, at + ORIGIN));
  return all.filter((point, index) => index === 0 || Math.hypot(...sum(point, scaled(all[index - 1]!, -1))) > 1e-6);
}

type Manner = { tone: Tone; isHolding: boolean };

export function armShapes(frames: Float64Array, { tone, isHolding }: Manner): Shape[] {
  const joints = skeleton(frames).slice(0, -1);
  const rods = joints.slice(1).map((joint, index) => capsule(joints[index]!, joint, { radius: ROD, ...tone }));
  const links = CAPSULES.open
    .filter(({ link }) => link <= JOINTS)
    .map(({ link, from, to, radius }) =>
      capsule(pointIn(frames, link, from), pointIn(frames, link, to), { radius, ...tone }),
    );
  return [...rods, ...links, ...handShapes(handAxes(frames), vectorAt(frames, HAND_AT + ORIGIN), { tone, isHolding })];
}

function handShapes(axes: Axes, origin: Vector, { tone, isHolding }: Manner): Shape[] {
  return HAND_CAPSULES.open.map(({ from, to, radius }) => {
    const closes = isHolding && radius === FINGER;
    const at = ([x, y, z]: Vector) => {
      const across = closes ? Math.sign(y) * (BLOCK_SIZE / 2 + FINGER) : y;
      return sum(origin, scaled(axes[0], x), scaled(axes[1], across), scaled(axes[2], z));
    };
    return capsule(at(from), at(to), { radius, ...tone });
  });
}

function footShapes(): Shape[] {
  const { from, to, radius } = CAPSULES.open[0]!;
  return [capsule(from, to, { radius, ...DARK }), capsule([0, 0, 0.06], [0, 0, 0.14], { radius: 0.06, ...DARK })];
}
