import * as fc from 'fast-check';
import { CLASSES, type ThingClass } from '../scene/class_table.ts';
import { nameNodes } from '../scene/house.ts';

const ROOMS = ['bathroom', 'bedroom', 'kitchen', 'livingroom'];

/** Chosen so that every rule has something to act on. */
const THINGS = (
  'book,plate,mug,box,milk,breadslice,breadslice,folder,cellphone,toaster,microwave,fridge,kitchencabinet,' +
  'kitchentable,bookshelf,nightstand,lightswitch,computer,pillow,rug,wallshelf,bathtub'
).split(',');

/**
 * The text of a house file with one to three rooms and up to 30 things, of which some are locked, slip, stand open or run.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { household } from 'tapedeck/household';
 * import { arbitraryHouse } from 'tapedeck/testing';
 *
 * fc.assert(fc.property(arbitraryHouse, (text) => assert.ok(household.readScene(text, 'house.json').names.length > 0)));
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
  /** A class named twice is twice as likely. */
  classNames: readonly string[];
  /** Greatest distance from the origin along each axis. */
  spreadM: number;
  /** One thing in so many is locked, and one in so many slips. */
  flawsOneIn: number;
}>;

/**
 * The text of a house file with one room at least and up to so many rooms and things.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { household } from 'tapedeck/household';
 * import { arbitraryHouseOf } from 'tapedeck/testing';
 *
 * const limits = { roomsMax: 1, thingsMax: 3, classNames: ['mug', 'milk'], spreadM: 2, flawsOneIn: 20 };
 * const kitchens = arbitraryHouseOf({ ...limits, always: ['fridge'] });
 * fc.assert(fc.property(kitchens, (text) => assert.ok(household.readScene(text, 'kitchen.json').names.includes('fridge1'))));
 * ```
 */
export function arbitraryHouseOf(limits: HouseLimits): fc.Arbitrary<string> {
  const { roomsMax, thingsMax, always = [], classNames, spreadM, flawsOneIn } = limits;
  const flaw = fc.integer({ min: 1, max: flawsOneIn }).map((number) => number === flawsOneIn);
  const metres = fc.integer({ min: -10 * spreadM, max: 10 * spreadM }).map((decimetres) => decimetres / 10);
  return fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...ROOMS), { minLength: 1, maxLength: roomsMax }),
      fc.array(fc.tuple(metres, metres), { minLength: ROOMS.length, maxLength: ROOMS.length }),
      fc.tuple(...always.map((className) => draftOf({ className: fc.constant(className), metres, flaw }))),
      fc.array(draftOf({ className: fc.constantFrom(...classNames), metres, flaw }), { maxLength: thingsMax }),
    )
    .map(([rooms, anchors, needed, drafts]) => houseText(rooms, anchors, [...needed, ...drafts]));
}

type DraftParts = Readonly<{
  className: fc.Arbitrary<string>;
  metres: fc.Arbitrary<number>;
  flaw: fc.Arbitrary<boolean>;
}>;

type Draft = ReturnType<typeof draftOf> extends fc.Arbitrary<infer D> ? Readonly<D> : never;

function draftOf({ className, metres, flaw }: DraftParts) {
  return fc.record({
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
}

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
      const { properties } = CLASSES.get(className) as ThingClass;
      const states = [
        ...(isOpen && properties.includes('CAN_OPEN') ? ['OPEN'] : []),
        ...(isOn && properties.includes('HAS_SWITCH') ? ['ON'] : []),
      ];
      const flags = {
        ...(locked && properties.includes('CAN_OPEN') ? { locked } : {}),
        ...(ungraspable && properties.includes('GRABBABLE') ? { ungraspable } : {}),
      };
      return { is: nameOf.get(index), ...places[index], at, states, ...flags };
    }),
  });
}

/** Uses rooms and earlier drafts only, so that nothing contains itself. */
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
    const { properties, capacity } = CLASSES.get(drafts[target]!.className) as ThingClass;
    if (on || !properties.includes('CONTAINERS')) return { on: nameOf.get(target) as string };
    const count = (inside.get(target) ?? 0) + 1;
    if (capacity !== undefined && count > capacity) return room;
    inside.set(target, count);
    return { in: nameOf.get(target) as string };
  });
}
