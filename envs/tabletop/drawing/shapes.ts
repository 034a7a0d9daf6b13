import { svgNumber, svgPoints, svgText } from '../../printable.ts';
import { BLOCK_SIZE, dot, type Vector } from '../table/table.ts';
import type { Camera, Part } from './paint_order.ts';

/** Okabe and Ito's, for colour-blind readers. */
const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'] as const;

export type BlockColours = Readonly<{ top: string; front: string; side: string; edge: string; ink: string }>;

export function letterOf(name: string): string {
  const [first = '?'] = name.slice(0, 2);
  // Other letters differ between runtimes or have longer capitals.
  return /^[a-z]$/.test(first) ? first.toUpperCase() : first;
}

export function instanceOf(name: string): string {
  return /_(\d{1,2})$/.exec(name.slice(-3))?.[1] ?? '';
}

export function blockColours(names: readonly string[]): ReadonlyMap<string, BlockColours> {
  const letters = [...new Set(names.map(letterOf))].sort();
  return new Map(letters.map((letter, index) => [letter, shadesOf(PALETTE[index % PALETTE.length]!)]));
}

function shadesOf(colour: string): BlockColours {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [red, green, blue] = rgb as [number, number, number];
  const light = (2 * red + 5 * green + blue) / 8;
  return {
    top: mix(rgb, 255, 0.35),
    front: colour,
    side: mix(rgb, 0, 0.25),
    edge: mix(rgb, 0, 0.55),
    ink: light > 110 ? '#111111' : '#ffffff',
  };
}

function mix(rgb: readonly number[], towards: number, share: number): string {
  const parts = rgb.map((part) => Math.round(part + (towards - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export type View = Readonly<{
  camera: Camera;
  scale: number;
  place: (point: Vector) => readonly [x: number, y: number];
}>;

export type Shape = Readonly<{ parts: readonly Part[]; paint: (view: View) => string }>;

export type Axes = readonly [x: Vector, y: Vector, z: Vector];

export const UPRIGHT: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const NAME_LENGTH = 64;

const FACES = [
  { normal: 0, sign: 1, shade: 'front' },
  { normal: 0, sign: -1, shade: 'front' },
  { normal: 1, sign: 1, shade: 'side' },
  { normal: 1, sign: -1, shade: 'side' },
  { normal: 2, sign: 1, shade: 'top' },
  { normal: 2, sign: -1, shade: 'side' },
] as const;

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

export type Cube = Readonly<{
  name: string;
  centre: Vector;
  axes: Axes;
  colours: BlockColours;
  instance?: string;
  faint?: boolean;
}>;

export function cube(block: Cube): Shape {
  const reach = (side: 0 | 1 | 2) => (BLOCK_SIZE / 2) * block.axes.reduce((sum, axis) => sum + Math.abs(axis[side]), 0);
  return {
    parts: [{ centre: block.centre, half: [reach(0), reach(1), reach(2)] }],
    paint: (view) => {
      const faces = FACES.filter(({ normal, sign }) => sign * dot(block.axes[normal]!, view.camera.towards) > 0.01);
      const content = faces.map((face) => faceSvg(block, face, view)).join('');
      return `<g${block.faint ? ' opacity="0.5"' : ''}><title>${svgText(block.name, NAME_LENGTH)}</title>${content}</g>`;
    },
  };
}

function faceSvg(
  { name, centre, axes, colours, instance = '' }: Cube,
  { normal, sign, shade }: (typeof FACES)[number],
  view: View,
): string {
  const half = BLOCK_SIZE / 2;
  const out = scaled(axes[normal]!, sign * half);
  const middle = sum(centre, out);
  const across = scaled(axes[normal === 1 ? 0 : 1]!, half);
  const down = scaled(axes[normal === 2 ? 0 : 2]!, normal === 2 ? half : -half);
  const corners = CORNERS.map(([a, b]) => view.place(sum(middle, scaled(across, a), scaled(down, b))));
  const outline = `<polygon points="${svgPoints(corners)}" fill="${colours[shade]}" stroke="${colours.edge}" stroke-width="1" stroke-linejoin="round"/>`;
  if (shade === 'side') return outline;
  const ink = shade === 'top' ? '#111111' : colours.ink;
  return outline + letterSvg({ letter: letterOf(name), instance, ink }, corners);
}

type Point = readonly [x: number, y: number];

function letterSvg(
  { letter, instance, ink }: { letter: string; instance: string; ink: string },
  corners: readonly Point[],
): string {
  const [[x0, y0], [x1, y1], , [x3, y3]] = corners as readonly [Point, Point, Point, Point];
  const fine = (value: number) => String(Math.round(value * 10_000) / 10_000 + 0);
  const matrix = [(x1 - x0) / 100, (y1 - y0) / 100, (x3 - x0) / 100, (y3 - y0) / 100].map(fine);
  const small = instance === '' ? '' : `<tspan font-size="34" dy="8">${svgText(instance, 3)}</tspan>`;
  const x = instance === '' ? 50 : 52;
  return (
    `<text transform="matrix(${matrix.join(' ')} ${svgNumber(x0)} ${svgNumber(y0)})" x="${x}" y="77" font-size="74" ` +
    `fill="${ink}">${svgText(letter, 2)}${small}</text>`
  );
}

export function capsule(
  from: Vector,
  to: Vector,
  { radius, fill, edge }: { radius: number; fill: string; edge: string },
): Shape {
  const PIECES = 4;
  const parts = Array.from({ length: PIECES + 1 }, (_, piece) => ({
    centre: sum(scaled(from, 1 - piece / PIECES), scaled(to, piece / PIECES)),
    half: [radius, radius, radius] as const,
  }));
  return {
    parts,
    paint: ({ place, scale }) => {
      const width = 2 * radius * scale;
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      // some viewers do not round a line of length 0
      const line = `d="M${svgNumber(x1)} ${svgNumber(y1)}L${svgNumber(x2 + 0.01)} ${svgNumber(y2)}" fill="none" stroke-linecap="round"`;
      const aside = -0.14 * width;
      const shine = `transform="translate(${svgNumber(aside)} ${svgNumber(aside)})" stroke="#ffffff" stroke-width="${svgNumber(0.42 * width)}"`;
      return (
        `<path ${line} stroke="${edge}" stroke-width="${svgNumber(width)}"/>` +
        `<path ${line} stroke="${fill}" stroke-width="${svgNumber(Math.max(1, width - 2.4))}"/>` +
        `<path ${line} ${shine} opacity="0.3"/>`
      );
    },
  };
}

export function plate(
  [x, y]: readonly [x: number, y: number],
  half: number,
  { place }: Pick<View, 'place'>,
  attributes: string,
): string {
  const corners = CORNERS.map(([a, b]) => place([x + b * half, y + a * half, 0]));
  return `<polygon points="${svgPoints(corners)}" ${attributes}/>`;
}

export function sum(...vectors: readonly Vector[]): Vector {
  return [0, 1, 2].map((axis) => vectors.reduce((total, vector) => total + vector[axis]!, 0)) as unknown as Vector;
}

export function scaled([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor];
}
