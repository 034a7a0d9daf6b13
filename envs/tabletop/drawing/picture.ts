import { svgNumber, svgPoints, svgText } from '../../printable.ts';
import { BLOCK_SIZE, SPOTS, TABLE, type Vector } from '../table/table.ts';
import { onPaper, paintOrder, SLANTED } from './paint_order.ts';
import { plate, type Shape, type View } from './shapes.ts';

export type Picture = Readonly<{
  title: string;
  description: string;
  legend: string;
  shapes: readonly Shape[];
  underlay?: (view: View) => string;
  overlay: (view: View) => string;
  focus: readonly Vector[];
}>;

const HEIGHT = 480;
const WIDTH = 640;
const HEADING = 34;
const MARGIN = 26;
const SCALE_MAX = 620;
const TITLE_LENGTH = 64;
const DESCRIPTION_LENGTH = 4000;
const LEGEND_LENGTH = 100;
const HALO = 'stroke="#f7f7f5" stroke-width="3" paint-order="stroke"';

const BOARD = 0.03;

export function picture(content: Picture): string {
  const view = fitView(content.focus);
  const shapes = paintOrder(content.shapes, view.camera, ({ parts }) => parts);
  const spots = SPOTS.map((spot) =>
    plate(spot, BLOCK_SIZE / 2, view, 'fill="#e3d9c6" stroke="#c9bba0" stroke-width="1"'),
  );
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" ` +
      'aria-labelledby="drawing-title drawing-desc" font-family="Helvetica, Arial, sans-serif" font-weight="bold" text-anchor="middle">',
    `<title id="drawing-title">${svgText(content.title, TITLE_LENGTH)}</title>`,
    `<desc id="drawing-desc">${svgText(content.description, DESCRIPTION_LENGTH)}</desc>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f7f7f5"/>`,
    `<svg aria-hidden="true" x="0" y="${HEADING}" width="${WIDTH}" height="${HEIGHT - HEADING}">`,
    board(view),
    ...spots,
    content.underlay?.(view) ?? '',
    ...shapes.map((shape) => shape.paint(view)),
    content.overlay(view),
    '</svg>',
    `<text x="14" y="23" font-size="15" text-anchor="start" fill="#222222">${svgText(content.title, TITLE_LENGTH)}</text>`,
    `<text x="14" y="${HEIGHT - 9}" font-size="11" font-weight="normal" text-anchor="start" fill="#444444" ${HALO}>${svgText(content.legend, LEGEND_LENGTH)}</text>`,
    '</svg>',
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

function fitView(focus: readonly Vector[]): View {
  const height = HEIGHT - HEADING;
  const places = focus.map((point) => onPaper(SLANTED, point));
  const [left, right] = rangeOf(places.map(([x]) => x));
  const [top, bottom] = rangeOf(places.map(([, y]) => y));
  const fit = Math.min((WIDTH - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top), SCALE_MAX);
  const scale = Math.max(1, Math.floor(fit));
  return {
    camera: SLANTED,
    scale,
    place: (point) => {
      const [x, y] = onPaper(SLANTED, point);
      return [WIDTH / 2 + (x - (left + right) / 2) * scale, height / 2 + (y - (top + bottom) / 2) * scale];
    },
  };
}

/** A spread would overflow the stack. */
function rangeOf(values: readonly number[]): readonly [number, number] {
  const least = (of: readonly number[]) => of.reduce((a, b) => Math.min(a, b), Infinity);
  return [least(values), -least(values.map((value) => -value))];
}

function board({ place }: View): string {
  const { min, max } = TABLE;
  const polygon = (fill: string, ...corners: readonly Vector[]) =>
    `<polygon points="${svgPoints(corners.map(place))}" fill="${fill}" stroke="#b9a988" stroke-width="1"/>`;
  return [
    polygon('#efe7d8', [min[0], min[1], 0], [min[0], max[1], 0], [max[0], max[1], 0], [max[0], min[1], 0]),
    polygon('#d9ccb2', [max[0], min[1], 0], [max[0], max[1], 0], [max[0], max[1], -BOARD], [max[0], min[1], -BOARD]),
    polygon('#c9bba0', [min[0], max[1], 0], [max[0], max[1], 0], [max[0], max[1], -BOARD], [min[0], max[1], -BOARD]),
  ].join('\n');
}

export function label(words: string, [x, y]: readonly [number, number]): string {
  const within = Math.min(Math.max(x, 24), WIDTH - 24);
  return (
    `<text x="${svgNumber(within)}" y="${svgNumber(y)}" font-size="12" fill="#222222" stroke="#f7f7f5" stroke-width="3" ` +
    `stroke-linejoin="round" paint-order="stroke">${svgText(words, 24)}</text>`
  );
}
