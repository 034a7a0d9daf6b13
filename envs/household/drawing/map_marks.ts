/** Colours of Okabe and Ito for colour-blind readers. */
import { svgPoints } from '../../printable.ts';
import type { House } from '../scene/house.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { type Area, centreOf, type FloorPlan, type Point } from './floor_plan.ts';
import { box, dot, type Label, type Panel, textWidth } from './labels.ts';

export const INK = '#222222';
export const PALE_INK = '#5d6066';
export const ROBOT = '#d55e00';
export const THING = '#0072b2';
export const TREATED = '#cc79a7';
export const LIT = '#f0c419';
const DOOR = '#fdfcf8';

type DrawnThing = Readonly<ReturnType<typeof drawnThings>[number]>;

const DOT_DISTANCE = 8;
export const HANGING_HEIGHT_M = 1.4;
const THINGS_MAX = 600;

export const LOOKS = {
  thing: `fill="${THING}" stroke="#ffffff" stroke-width="1"`,
  hidden: `fill="#ffffff" fill-opacity="0.6" stroke="${THING}" stroke-width="1.2"`,
  treated: `fill="${TREATED}" stroke="${INK}" stroke-width="1.2"`,
  lit: `fill="${LIT}" stroke="${INK}" stroke-width="1.2"`,
  unlit: `fill="#b9bcc2" stroke="${INK}" stroke-width="1"`,
} as const;

export function drawnThings(panel: Panel, state: HouseholdState, nodes: readonly number[]) {
  const taken: Point[] = [];
  const { names } = state.tables.house;
  return nodes.slice(0, THINGS_MAX).map((node) => {
    const at = freePoint(panel.place(state.positionOf(node)), taken);
    taken.push(at);
    return { name: names[node]!, at, look: lookOf(state, node), isClose: state.isClose(node) && state.isVisible(node) };
  });
}

export function thingMarks(things: readonly DrawnThing[]): string[] {
  return things.map(({ name, at, look }) => dot(at, 3.6, LOOKS[look], look === 'thing' ? name : `${name} (${look})`));
}

export function thingLabels(things: readonly DrawnThing[]): Label[] {
  return things
    .toSorted((a, b) => Number(b.isClose) - Number(a.isClose))
    .map(({ name, at: [x, y], isClose }) => {
      const beside = 5 + textWidth(name, 9) / 2;
      const centres = [
        [x, y - 9],
        [x, y + 9],
        [x + beside, y],
        [x - beside, y],
      ] as const;
      return { text: name, size: 9, fill: isClose ? INK : THING, centres };
    });
}

export function lookOf(state: HouseholdState, node: number): keyof typeof LOOKS {
  if (state.isHeated(node) || state.isToasted(node)) return 'treated';
  if (!state.isVisible(node)) return 'hidden';
  if (!state.has(node, 'HAS_SWITCH')) return 'thing';
  return state.is(node, 'ON') ? 'lit' : 'unlit';
}

/** Searches in a square spiral. */
function freePoint(start: Point, taken: readonly Point[]): Point {
  const isFree = ([x, y]: Point) =>
    !taken.some(([a, b]) => Math.abs(a - x) < DOT_DISTANCE && Math.abs(b - y) < DOT_DISTANCE);
  let [right, down, length, turnX, turnY] = [0, 0, 1, 1, 0];
  for (let tries = 0; tries < 12; tries++) {
    for (let side = 0; side < 2; side++) {
      for (let step = 0; step < length; step++) {
        const point: Point = [start[0] + right * DOT_DISTANCE, start[1] + down * DOT_DISTANCE];
        if (isFree(point)) return point;
        right += turnX;
        down += turnY;
      }
      [turnX, turnY] = [-turnY, turnX];
    }
    length++;
  }
  return start;
}

const FILLS = {
  furniture: 'fill="#e6dcc8" stroke="#a8987a" stroke-width="1"',
  OPEN: `fill="#ffffff" stroke="${INK}" stroke-width="1.2" stroke-dasharray="4 2.5"`,
  ON: `fill="${LIT}" stroke="${INK}" stroke-width="1.2"`,
} as const;

export function floorMarks(
  panel: Panel,
  { rooms, doors }: FloorPlan,
  names: readonly string[],
  robotRoom?: number,
): string[] {
  const wall = Math.max(1.5, Math.min(4, panel.scale * 0.06)).toFixed(1);
  const marks = rooms.map(({ node, area }) => {
    const fill = node === robotRoom ? '#fdfcf8' : '#f0eee8';
    return box(panel, area, `fill="${fill}" stroke="#77705f" stroke-width="${wall}"`, names[node]);
  });
  return [...marks, ...doors.flatMap((door) => doorway(panel, rooms, door))];
}

function doorway(panel: Panel, rooms: FloorPlan['rooms'], [x, z]: Point): string[] {
  const half = 0.42;
  const thin = Math.max(0.08, 2 / panel.scale);
  const gaps = rooms.flatMap(({ area: { left, right, low, high } }) => {
    const isBeside = x > left - half && x < right + half && z > low - half && z < high + half;
    const walls = [left, right].map((at) => ({ off: Math.abs(x - at), at, isSide: true }));
    const ends = [low, high].map((at) => ({ off: Math.abs(z - at), at, isSide: false }));
    return isBeside ? [...walls, ...ends].filter(({ off }) => off <= 0.4) : [];
  });
  return gaps.map(({ at, isSide }) => {
    const area = isSide
      ? { left: at - thin, right: at + thin, low: z - half, high: z + half }
      : { left: x - half, right: x + half, low: at - thin, high: at + thin };
    return box(panel, area, `fill="${DOOR}" stroke="none"`);
  });
}

export type DrawnPiece = Readonly<{ name: string; area: Area; condition: 'OPEN' | 'ON' | null; isHung: boolean }>;

export function furnitureMarks(panel: Panel, pieces: readonly DrawnPiece[], isNamed: boolean): string[] {
  return pieces.map(({ name, area, condition, isHung }) => {
    const title = condition === null ? name : `${name}: ${condition.toLowerCase()}`;
    const look = `${FILLS[condition ?? 'furniture']}${isHung ? ' fill-opacity="0.35"' : ''}`;
    return box(panel, area, look, isNamed ? title : undefined);
  });
}

export function furnitureLabels({ place, scale }: Panel, pieces: readonly DrawnPiece[]): Label[] {
  const size = (area: Area) => (area.right - area.left) * (area.high - area.low);
  return pieces
    .toSorted((a, b) => Number(b.condition !== null) - Number(a.condition !== null) || size(b.area) - size(a.area))
    .map(({ name, area, condition }) => {
      const [x, y] = place(centreOf(area));
      const up = ((area.high - area.low) * scale) / 2 + 6;
      const centres = [0, -up, up, -12, 12].map((down) => [x, y + down] as const);
      return { text: name, size: 10, fill: PALE_INK, isRequired: condition !== null, centres };
    });
}

export function roomLabels(panel: Panel, { rooms }: FloorPlan, { names }: House): Label[] {
  return rooms.map(({ node, area }) => {
    const [x, y] = panel.place(centreOf(area));
    const up = ((area.high - area.low) * panel.scale) / 4;
    const centres = [0, -up, up].map((down) => [x, y + down] as const);
    return { text: names[node]!, size: 11, fill: INK, isBold: true, isRequired: true, centres };
  });
}

export function pathMarks({ place, scale }: Panel, path: readonly Point[]): string[] {
  const points = path.map(place);
  const last = points.at(-1)!;
  const line = `<polyline points="${svgPoints(points)}" fill="none" stroke="${ROBOT}" stroke-width="1.8" stroke-opacity="0.65" stroke-linejoin="round"/>`;
  const start =
    points.length > 1 ? [dot(points[0]!, 3.2, `fill="#ffffff" stroke="${ROBOT}" stroke-width="1.6"`, 'start')] : [];
  const stands = points.slice(1, -1).map((point) => dot(point, 2, `fill="${ROBOT}"`));
  const radius = Math.max(5, Math.min(11, scale * 0.2));
  return [line, ...start, ...stands, dot(last, radius, `fill="${ROBOT}" stroke="#ffffff" stroke-width="2"`, 'robot')];
}
