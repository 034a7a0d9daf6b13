import { svgNumber, svgText } from '../../svg_text.ts';
import { type Area, centreOf, type Point } from './floor_plan.ts';

/** Pixels. */
export type Frame = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** A view from above, z upwards. */
export type Panel = Readonly<{
  frame: Frame;
  /** Pixels per metre. */
  scale: number;
  /** Metres (x, z) to pixels. */
  place: (point: Point) => Point;
}>;

const SCALE_MAX = 110;

export function fitted(area: Area, frame: Frame, margin: number): Panel {
  const [width, depth] = [Math.max(area.right - area.left, 0.1), Math.max(area.high - area.low, 0.1)];
  const roomy = Math.min((frame.width - 2 * margin) / width, (frame.height - 2 * margin) / depth, SCALE_MAX);
  const scale = Math.round(roomy * 100) / 100;
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

export function framed({ frame: { x, y, width, height } }: Panel, marks: readonly string[]): string {
  return [
    `<svg aria-hidden="true" x="${x}" y="${y}" width="${width}" height="${height}">`,
    ...marks.filter((mark) => mark !== ''),
    '</svg>',
  ].join('\n');
}

export function box({ place, scale }: Panel, area: Area, attributes: string, name?: string): string {
  const [x, y] = place([area.left, area.high]);
  const rect =
    `<rect x="${svgNumber(x)}" y="${svgNumber(y)}" width="${svgNumber((area.right - area.left) * scale)}" ` +
    `height="${svgNumber((area.high - area.low) * scale)}" ${attributes}`;
  return name === undefined ? `${rect}/>` : `${rect}><title>${svgText(name, 80)}</title></rect>`;
}

export function dot([x, y]: Point, radius: number, attributes: string, name?: string): string {
  const circle = `<circle cx="${svgNumber(x)}" cy="${svgNumber(y)}" r="${svgNumber(radius)}" ${attributes}`;
  return name === undefined ? `${circle}/>` : `${circle}><title>${svgText(name, 80)}</title></circle>`;
}
