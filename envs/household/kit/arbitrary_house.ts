import * as fc from 'fast-check';
import { CLASSES } from '../scene/class_table.ts';
import { nameNodes } from '../scene/house.ts';

const ROOMS = ['bathroom', 'bedroom', 'kitchen', 'livingroom'];

const THINGS = (
  'book,plate,mug,box,milk,breadslice,breadslice,folder,cellphone,toaster,microwave,fridge,kitchencabinet,' +
  'kitchentable,bookshelf,nightstand,lightswitch,computer,pillow,rug,wallshelf,bathtub'
).split(',');

/**
 * A house file with one to three rooms and up to 30 things; some are locked, ungraspable, open or running.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { arbitraryHouse } from 'tapedeck/testing';
 *
 * fc.assert(fc.property(arbitraryHouse, (text) => assert.equal(JSON.parse(text).house, 'any_house')));
 * ```
 */
export const arbitraryHouse: fc.Arbitrary<string> = arbitraryHouseOf({
  roomsMax: 3,
  thingsMax: 30,
  classNames: THINGS,
  spreadM: 4,
  flawsOneIn: 4,
});

export type HouseLimits = Readonly<{
  roomsMax: number;
  thingsMax: number;
  always?: readonly string[];
  /** A class listed twice is twice as likely. */
  classNames: readonly string[];
  /** Maximum distance from the origin along each axis. */
  spreadM: number;
  /** One in this many things is locked, and one ungraspable. */
  flawsOneIn: number;
}>;

/**
 * A house file within limits.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { arbitraryHouseOf } from 'tapedeck/testing';
 *
 * const limits = { roomsMax: 1, thingsMax: 3, always: ['fridge'], classNames: ['mug', 'milk'], spreadM: 2, flawsOneIn: 20 };
 * fc.assert(fc.property(arbitraryHouseOf(limits), (text) => assert.match(text, /fridge1/)));
 * ```
 */
export function arbitraryHouseOf(limits: HouseLimits): fc.Arbitrary<string> {
  const { roomsMax, thingsMax, always = [], classNames, spreadM, flawsOneIn } = limits;
  const flaw = fc.integer({ min: 1, max: flawsOneIn }).map((number) => number === flawsOneIn);
  const metres = fc.integer({ min: -10 * spreadM, max: 10 * spreadM }).map((decimetres) => decimetres / 10);
  const draft = (className: fc.Arbitrary<string>): fc.Arbitrary<Draft> =>
    fc.record({
      className,
      place: fc.nat(),
      on: fc.boolean(),
      at: fc.tuple(metres, metres, metres),
      isOpen: fc.boolean(),
      isOn: fc.boolean(),
      locked: flaw,
      ungraspable: flaw,
      order: fc.nat(),
    });
  return fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...ROOMS), { minLength: 1, maxLength: roomsMax }),
      fc.array(fc.tuple(metres, metres), { minLength: ROOMS.length, maxLength: ROOMS.length }),
      fc.tuple(...always.map((className) => draft(fc.constant(className)))),
      fc.array(draft(fc.constantFrom(...classNames)), { maxLength: thingsMax }),
    )
    .map(([rooms, anchors, needed, drafts]) => houseText(rooms, anchors, [...needed, ...drafts]));
}

type Draft = Readonly<{ className: string; at: readonly number[] }> &
  Readonly<Record<'place' | 'order', number> & Record<'on' | 'isOpen' | 'isOn' | 'locked' | 'ungraspable', boolean>>;

function houseText(
  rooms: readonly string[],
  anchors: readonly (readonly [number, number])[],
  drafts: readonly Draft[],
): string {
  const order = [...drafts.keys()].sort((a, b) => drafts[a]!.order - drafts[b]!.order || a - b);
  const thingNames = nameNodes(order.map((index) => drafts[index]!.className));
  const nameOf = new Map(order.map((index, position) => [index, thingNames[position]!]));
  const places = placesOf(rooms, drafts, nameOf);
  return JSON.stringify({
    house: 'any_house',
    robot: `${rooms[0]}1`,
    rooms: rooms.map((room, index) => ({ is: `${room}1`, anchor: anchors[index] })),
    things: order.map((index) => {
      const { className, at, isOpen, isOn, locked, ungraspable } = drafts[index]!;
      const has = (property: string) => CLASSES.get(className)!.properties.includes(property);
      const states = [...(isOpen && has('CAN_OPEN') ? ['OPEN'] : []), ...(isOn && has('HAS_SWITCH') ? ['ON'] : [])];
      const flags = {
        ...(locked && has('CAN_OPEN') ? { locked } : {}),
        ...(ungraspable && has('GRABBABLE') ? { ungraspable } : {}),
      };
      return { is: nameOf.get(index), ...places[index], at, states, ...flags };
    }),
  });
}

function placesOf(
  rooms: readonly string[],
  drafts: readonly Draft[],
  nameOf: ReadonlyMap<number, string>,
): Record<string, string>[] {
  const inside = new Map<number, number>();
  return drafts.map(({ place, on }, index) => {
    const choice = place % (rooms.length + index);
    const room = { in: `${rooms[choice % rooms.length]}1` };
    if (choice < rooms.length) return room;
    const target = choice - rooms.length;
    const { properties, capacity } = CLASSES.get(drafts[target]!.className)!;
    if (on || !properties.includes('CONTAINERS')) return { on: nameOf.get(target)! };
    const count = (inside.get(target) ?? 0) + 1;
    if (capacity !== undefined && count > capacity) return room;
    inside.set(target, count);
    return { in: nameOf.get(target)! };
  });
}
