/** Without boxes, rooms span their contents and furniture has a typical size. */
import { type House, type HouseNode, isRoom, isSeenNode } from '../scene/house.ts';

type Footprint = readonly [alongWall: number, intoRoom: number];

const FOOTPRINTS: ReadonlyMap<string, Footprint> = new Map(
  `bathroomcabinet 2.4 0.16, bathroomcounter 2.4 0.6, bathtub 1.7 0.8, bed 1.8 2.1, bench 1.5 0.4, bookshelf 1.8 0.35,
    cabinet 1.1 0.45, chair 0.5 0.5, closet 1.5 0.6, coffeetable 1.1 0.8, desk 1.7 0.8, dishwasher 0.7 0.65,
    fridge 0.8 0.7, garbagecan 0.35 0.35, kitchencabinet 0.7 0.35, kitchencounter 1.9 0.65, kitchentable 1.7 1,
    nightstand 0.6 0.5, sofa 2.2 0.95, stall 1.3 1.3, stove 0.8 0.65, toilet 0.45 0.65, towelrack 0.5 0.1,
    tvstand 1.6 0.5, wallshelf 0.9 0.28, washingmachine 0.65 0.6, coffeemaker 0.3 0.3, computer 0.5 0.25,
    faucet 0.15 0.15, microwave 0.55 0.4, printer 0.4 0.35, radio 0.4 0.2, sink 0.55 0.4, tablelamp 0.25 0.25,
    toaster 0.3 0.25, tv 1 0.15`
    .split(',')
    .map((text): [string, Footprint] => {
      const [name = '', along, deep] = text.trim().split(' ');
      return [name, [Number(along), Number(deep)]];
    }),
);

export type Point = readonly [number, number];

/** Metres. */
export type Area = Readonly<Record<'left' | 'right' | 'low' | 'high', number>>;

type Piece = Readonly<{ node: number; area: Area }>;

export type FloorPlan = Readonly<ReturnType<typeof newPlan>>;

const WALL_DISTANCE = 0.1;
const ROOM_MIN = 2;
const SIZE_MAX = 100;
/** Higher things, such as lamps, would hide others. */
const HEIGHT_MAX = 2.2;

const plans = new WeakMap<House, FloorPlan>();

export function floorPlan(house: House): FloorPlan {
  const plan = plans.get(house) ?? newPlan(house);
  plans.set(house, plan);
  return plan;
}

function newPlan(house: House) {
  const areas = roomAreas(house);
  return {
    rooms: [...areas].map(([node, area]) => ({ node, area })),
    furniture: furnitureOf(house, areas),
    doors: house.nodes
      .filter(({ className }) => className === 'doorjamb' || className === 'door')
      .map(({ position: [x, , z] }) => [x, z] as const),
    whole: [...areas.values()].reduce(union),
  };
}

export function roomOf(house: House, node: number): number {
  let at = node;
  for (let place = house.nodes[at]?.place; place; place = house.nodes[at]?.place) at = place.at;
  return at;
}

function union(one: Area, other: Area): Area {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    low: Math.min(one.low, other.low),
    high: Math.max(one.high, other.high),
  };
}

function roomAreas(house: House): Map<number, Area> {
  const areas = new Map<number, Area>();
  for (const [index, node] of house.nodes.entries()) if (isRoom(node)) areas.set(index, roomArea(house, node, index));
  for (const [index, node] of house.nodes.entries()) {
    const room = roomOf(house, index);
    const area = areas.get(room);
    if (area === undefined || house.nodes[room]?.size !== undefined) continue;
    const [x, , z] = node.position;
    areas.set(room, union(area, square(x, z, WALL_DISTANCE)));
  }
  return areas;
}

function roomArea(house: House, { size, position: [x, , z] }: HouseNode, index: number): Area {
  if (size !== undefined) return rectangle([x, z], size);
  const [anchorX, anchorZ] = house.anchors.get(index) ?? [x, z];
  return square(anchorX, anchorZ, ROOM_MIN / 2);
}

function furnitureOf(house: House, rooms: ReadonlyMap<number, Area>): Piece[] {
  const pieces = house.nodes.flatMap((node, index): (Piece & { height: number })[] => {
    const room = rooms.get(roomOf(house, index));
    if (room === undefined || isRoom(node) || !isFurniture(node)) return [];
    return [{ node: index, area: moveInto(room, areaOf(node, room)), height: node.position[1] }];
  });
  return pieces.sort((a, b) => a.height - b.height || a.node - b.node).map(({ node, area }) => ({ node, area }));
}

function isFurniture(node: HouseNode): boolean {
  if (!isSeenNode(node) || node.position[1] > HEIGHT_MAX) return false;
  if (FOOTPRINTS.has(node.className)) return true;
  return node.size !== undefined && !node.properties.includes('GRABBABLE') && Math.max(...node.size) >= 0.25;
}

function areaOf({ className, size, position: [x, , z] }: HouseNode, room: Area): Area {
  if (size !== undefined) return rectangle([x, z], size);
  const [along, deep] = FOOTPRINTS.get(className)!;
  const toSide = Math.min(x - room.left, room.right - x);
  const toEnd = Math.min(z - room.low, room.high - z);
  return rectangle([x, z], toSide < toEnd ? [deep, along] : [along, deep]);
}

function moveInto(room: Area, area: Area): Area {
  const right = Math.max(0, room.left - area.left) - Math.max(0, area.right - room.right);
  const up = Math.max(0, room.low - area.low) - Math.max(0, area.high - room.high);
  return moveArea(area, right, up);
}

export function moveArea({ left, right, low, high }: Area, x: number, z: number): Area {
  return { left: left + x, right: right + x, low: low + z, high: high + z };
}

export function centreOf({ left, right, low, high }: Area): Point {
  return [(left + right) / 2, (low + high) / 2];
}

function rectangle([x, z]: Point, [width, depth]: Point): Area {
  const [halfWidth, halfDepth] = [Math.min(width, SIZE_MAX) / 2, Math.min(depth, SIZE_MAX) / 2];
  return { left: x - halfWidth, right: x + halfWidth, low: z - halfDepth, high: z + halfDepth };
}

function square(x: number, z: number, half: number): Area {
  return rectangle([x, z], [2 * half, 2 * half]);
}
