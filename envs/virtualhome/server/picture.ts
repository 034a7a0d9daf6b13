import { encode } from 'fast-png';
import { isSeenCategory } from '../../household/scene/class_table.ts';
import { FAR, HEIGHT, hiddenThings, type View } from './camera.ts';
import type { ReportedGraph } from './served_scene.ts';

/** To 255, or to 65,535 for depth. */
type Colour = readonly [number, number, number];

/** Odd, so it permutes the numbers below 2^24. */
const SPREAD = 10_498_157;

export function instanceColour(id: number): Colour {
  const bits = Math.imul(id, SPREAD) & 0xff_ff_ff;
  return [bits >> 16, (bits >> 8) & 0xff, bits & 0xff];
}

/** `depth` is in millimetres below the camera; nothing flows. */
export const PICTURE_MODES = ['normal', 'seg_inst', 'seg_class', 'depth', 'flow'] as const;
export type PictureMode = (typeof PICTURE_MODES)[number];

export type PictureFormat = Readonly<{ mode: PictureMode; width: number; height: number }>;

type Node = ReportedGraph['nodes'][number];
type Kind = 'room' | 'furniture' | 'thing' | 'character';

const BACKGROUND: Colour = [38, 42, 48];
const COLOURS: Readonly<Record<Kind, Colour>> = {
  room: [236, 230, 218],
  furniture: [186, 168, 142],
  thing: [52, 104, 164],
  character: [200, 60, 44],
};
const STILL: Colour = [0, 0, 0];
const OUTLINE: Colour = [122, 106, 84];
/** Higher things would cover others. */
const HEIGHT_MAX = 2.2;
const FURNITURE_MIN = 0.25;
const DOT = 0.14;

export function picture(graph: ReportedGraph, { x, z, half }: View, format: PictureFormat): Uint8Array {
  const { mode, width, height } = format;
  const data = mode === 'depth' ? new Uint16Array(width * height * 3) : new Uint8Array(width * height * 3);
  const ground = mode === 'depth' ? depth(HEIGHT - FAR) : mode === 'flow' ? STILL : BACKGROUND;
  for (let at = 0; at < data.length; at += 3) data.set(ground, at);
  const perMetre = Math.min(width, height) / (2 * half);
  const shapes = mode === 'flow' ? [] : shapesOf(graph);
  if (mode === 'depth') shapes.sort((a, b) => a.highest - b.highest);
  for (const { node, kind, highest } of shapes) {
    const { center, size } = node.bounding_box;
    const [cx, , cz] = center;
    const [w, , d] = kind === 'thing' ? [DOT, 0, DOT] : size;
    const left = width / 2 + (cx - w / 2 - x) * perMetre;
    const top = height / 2 - (cz + d / 2 - z) * perMetre;
    const box = { left, top, right: left + w * perMetre, bottom: top + d * perMetre };
    const colours = {
      normal: () => COLOURS[kind],
      seg_inst: () => instanceColour(node.id),
      seg_class: () => classColour(node),
      depth: () => depth(highest),
      flow: () => STILL,
    };
    const colour = colours[mode]();
    const isOutlined = mode === 'normal' && (kind === 'furniture' || kind === 'room');
    fill(data, box, { width, height, colour, outline: isOutlined ? OUTLINE : colour });
  }
  return encode({ width, height, data, channels: 3, depth: mode === 'depth' ? 16 : 8 });
}

function shapesOf(graph: ReportedGraph): Readonly<{ node: Node; kind: Kind; highest: number }>[] {
  const hidden = hiddenThings(graph);
  const order: readonly Kind[] = ['room', 'furniture', 'thing', 'character'];
  return graph.nodes
    .filter(({ id }) => !hidden.has(id))
    .flatMap((node) => {
      const kind = kindOf(node);
      const { center, size } = node.bounding_box;
      const [y, reach] = [center[1], Math.abs(size[1]) / 2];
      return kind === null ? [] : [{ node, kind, y, highest: kind === 'room' ? y - reach : y + reach }];
    })
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.y - b.y);
}

function depth(height: number): Colour {
  const millimetres = Math.round(Math.max(0, HEIGHT - height) * 1000);
  return [millimetres, millimetres, millimetres];
}

function kindOf({ category, class_name, bounding_box }: Node): Kind | null {
  if (category === 'Rooms') return 'room';
  if (class_name === 'character') return 'character';
  if (!isSeenCategory(category) || bounding_box.center[1] > HEIGHT_MAX) return null;
  const [width, , depth] = bounding_box.size;
  return Math.max(Math.abs(width), Math.abs(depth)) >= FURNITURE_MIN ? 'furniture' : 'thing';
}

function classColour({ class_name }: Node): Colour {
  let hash = 7;
  for (const letter of class_name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) as number)) & 0xff_ff;
  return instanceColour(hash + 1);
}

function fill(
  data: Uint8Array | Uint16Array,
  box: Record<'left' | 'top' | 'right' | 'bottom', number>,
  { width, height, colour, outline }: { width: number; height: number; colour: Colour; outline: Colour },
) {
  const [left, right] = [Math.max(0, Math.round(box.left)), Math.min(width, Math.round(box.right) + 1)];
  const [top, bottom] = [Math.max(0, Math.round(box.top)), Math.min(height, Math.round(box.bottom) + 1)];
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const isEdge = row === top || row === bottom - 1 || column === left || column === right - 1;
      data.set(isEdge ? outline : colour, 3 * (row * width + column));
    }
  }
}
