/** Pure: equal scenes give equal bytes in every runtime. */
import { svgNumber } from '../../svg_text.ts';
import { TCP_Z } from '../motion/panda.ts';
import { BLOCK_SIZE, SPOTS, type Vector } from '../table/table.ts';
import { DARK, footShapes, handShapes } from './arm_shapes.ts';
import { blockColours, instanceOf, letterOf } from './block_colours.ts';
import { label, picture } from './picture.ts';
import { type Axes, capsule, cube, type Shape, UPRIGHT, type View } from './shapes.ts';

export type DrawnBlock = {
  readonly name: string;
  /** Metres, in the robot's frame; of a held block, where it hangs. */
  readonly centre: Vector;
  readonly held?: boolean;
};

export type DrawnScene = {
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
export function blockShapes(blocks: readonly DrawnBlock[], others: readonly string[] = []): Shape[] {
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

export function focusOf(blocks: readonly DrawnBlock[]): Vector[] {
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
