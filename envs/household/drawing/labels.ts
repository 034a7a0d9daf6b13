import { shortened, svgNumber, svgText } from '../../printable.ts';
import { type Area, centreOf, type Point } from './floor_plan.ts';

export type Frame = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

export type Panel = Readonly<{
  frame: Frame;
  /** Pixels per metre. */
  scale: number;
  place: (metres: Point) => Point;
}>;

const SCALE_MAX = 110;

export function fitPanel(area: Area, frame: Frame, margin: number): Panel {
  const [width, depth] = [Math.max(area.right - area.left, 0.1), Math.max(area.high - area.low, 0.1)];
  const exactScale = Math.min((frame.width - 2 * margin) / width, (frame.height - 2 * margin) / depth, SCALE_MAX);
  const scale = Math.round(exactScale * 100) / 100;
  const [middleX, middleZ] = centreOf(area);
  return {
    frame,
    scale,
    place: ([x, z]) => [frame.width / 2 + (x - middleX) * scale, frame.height / 2 - (z - middleZ) * scale],
  };
}

export function figure({ x, y, width, height }: Frame, content: string): string {
  const box = `${x} ${y} ${width} ${height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" font-family="Helvetica, Arial, sans-serif">\n${content}\n</svg>\n`;
}

export function panelSvg({ frame: { x, y, width, height } }: Panel, marks: readonly string[]): string {
  return [
    `<svg aria-hidden="true" x="${x}" y="${y}" width="${width}" height="${height}">`,
    ...marks.filter((mark) => mark !== ''),
    '</svg>',
  ].join('\n');
}

export function box({ place, scale }: Panel, area: Area, attributes: string, name?: string): string {
  const [x, y] = place([area.left, area.high]);
  const [width, height] = [(area.right - area.left) * scale, (area.high - area.low) * scale].map(svgNumber);
  return titled(
    'rect',
    `x="${svgNumber(x)}" y="${svgNumber(y)}" width="${width}" height="${height}" ${attributes}`,
    name,
  );
}

export function dot([x, y]: Point, radius: number, attributes: string, name?: string): string {
  return titled('circle', `cx="${svgNumber(x)}" cy="${svgNumber(y)}" r="${svgNumber(radius)}" ${attributes}`, name);
}

function titled(shape: 'rect' | 'circle', attributes: string, name?: string): string {
  const start = `<${shape} ${attributes}`;
  return name === undefined ? `${start}/>` : `${start}><title>${svgText(name, 80)}</title></${shape}>`;
}

export type Label = Readonly<{
  text: string;
  /** Best first. */
  centres: readonly Point[];
  size: number;
  fill: string;
  isBold?: boolean;
  /** Drawn even if it overlaps others. */
  isRequired?: boolean;
}>;

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

const TEXT_LENGTH = 32;
/** Estimated, since fonts differ; a share of the text size. */
const CHARACTER_WIDTH = 0.55;
const HALF_HEIGHT = 0.55;

export function textWidth(text: string, size: number): number {
  return text.length * size * CHARACTER_WIDTH;
}

export function placeLabels(labels: readonly Label[], { width, height }: Frame, dots: readonly Point[] = []): string[] {
  const taken: Box[] = dots.map(([x, y]) => ({ left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 }));
  return labels.flatMap((label) => {
    const text = shortened(label.text, TEXT_LENGTH);
    const half = textWidth(text, label.size) / 2 + 1;
    const boxes = label.centres.map(([x, y]): Box => {
      const middle = label.isRequired ? Math.min(Math.max(x, half + 2), width - half - 2) : x;
      return {
        left: middle - half,
        right: middle + half,
        top: y - label.size * HALF_HEIGHT,
        bottom: y + label.size * HALF_HEIGHT,
      };
    });
    const isInside = (box: Box) => box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
    const free = boxes.find((box) => isInside(box) && !taken.some((other) => overlaps(box, other)));
    const box = free ?? (label.isRequired ? boxes[0] : undefined);
    if (box === undefined) return [];
    taken.push(box);
    return [textMark(text, label, [(box.left + box.right) / 2, (box.top + box.bottom) / 2])];
  });
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function textMark(text: string, { size, fill, isBold }: Label, [x, y]: Point): string {
  return (
    `<text x="${svgNumber(x)}" y="${svgNumber(y + size * 0.35)}" font-size="${size}" text-anchor="middle" fill="${fill}" ` +
    `${isBold ? 'font-weight="bold" ' : ''}stroke="#fbf9f4" stroke-width="2.5" stroke-linejoin="round" paint-order="stroke">${svgText(text)}</text>`
  );
}
