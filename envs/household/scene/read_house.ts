/**
 * One thing a line, in id order: {"is": "towel3", "on": "towel1", "at": [-8.48, 1.09, -0.34]}
 * `is` repeats the computed name, to reveal inserted or lost lines. Defaults: closed, off, plugged in.
 */
import { z } from 'zod';
import { type CheckedJson, type JsonPath, readCheckedJson } from '../../checked_json.ts';
import { CATEGORIES, CLASSES, type ThingClass } from './class_table.ts';
import { circularPlace, type House, type HouseNode, nameNodes } from './house.ts';

const NAME = /^([a-z][a-z-]*)([1-9]\d{0,5})$/;
const metres = z.number().min(-1000).max(1000);
const name = z.string().regex(NAME, { error: 'a name such as "mug1": class and index' });

const thingSchema = z.strictObject({
  is: name.describe('its class, and which of that class it is: numbers count from 1 in the order of the file'),
  in: name.optional().describe('the room or the container that it is in'),
  on: name.optional().describe('what it lies on'),
  at: z
    .tuple([metres, metres, metres], { error: 'three numbers: x, height and z in metres' })
    .describe('x, height and z in metres'),
  states: z
    .array(z.enum(['OPEN', 'ON', 'PLUGGED_OUT']))
    .optional()
    .describe('unless told otherwise it is closed, off and plugged in'),
  category: z
    .enum(CATEGORIES, { error: `one of ${CATEGORIES.join(', ')}` })
    .optional()
    .describe('where it differs from the class’s, such as a candle that is no decoration'),
  locked: z.literal(true).optional().describe('opening it fails, always'),
  ungraspable: z.literal(true).optional().describe('grasping it fails, though its class is graspable'),
  requiresClosed: z
    .boolean()
    .optional()
    .describe('whether it runs with its door closed only, where that differs from the class’s'),
});

export const houseSchema = z.strictObject({
  house: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, { error: 'a name in snake_case' }),
  about: z.string().optional(),
  robot: name.describe('the room at whose anchor the robot starts'),
  rooms: z
    .array(
      z.strictObject({
        is: name,
        anchor: z.tuple([metres, metres]).describe('where the robot comes to stand in it: x and z in metres'),
      }),
    )
    .min(1),
  things: z.array(thingSchema).max(10_000),
  perTask: z
    .record(z.string(), z.strictObject({ ungraspable: z.array(z.string()).min(1) }))
    .optional()
    .describe('task → classes of which nothing can be grasped in that task'),
});

type HouseFile = z.infer<typeof houseSchema>;
type Thing = HouseFile['things'][number];

/** [property, state if given, default]. */
const STATE_PAIRS = [
  ['CAN_OPEN', 'OPEN', 'CLOSED'],
  ['HAS_SWITCH', 'ON', 'OFF'],
  ['HAS_PLUG', 'PLUGGED_OUT', 'PLUGGED_IN'],
] as const;

/** `path` is for messages only. Throws a JsonError. */
export function readHouse(text: string, path: string): House {
  const file = readCheckedJson(text, houseSchema, path);
  const { rooms, things } = file.value;
  const at = (index: number): JsonPath => (index < rooms.length ? ['rooms', index] : ['things', index - rooms.length]);
  const given = [...rooms, ...things].map(({ is }) => is);
  const classes = given.map((is, index) => classAt(file, [...at(index), 'is'], is));
  const names = nameNodes(given.map(classOf));
  for (const [index, computed] of names.entries()) {
    const problem = (expected: string) => file.problem([...at(index), 'is'], expected);
    if (given[index] !== computed) throw problem(`"${computed}", which is next of its class in id order`);
    const isRoom = classes[index]?.category === 'Rooms';
    if (isRoom !== index < rooms.length) throw problem(isRoom ? 'a thing' : 'a room');
  }
  const indexOf = new Map(names.map((known, index) => [known, index]));
  const nodes = [
    ...rooms.map((room, index) => roomNode(room, index, classes[index]!)),
    ...things.map((thing, index) => {
      const thingClass = classes[rooms.length + index]!;
      return thingNode(file, index, { thing, thingClass, classes, indexOf });
    }),
  ];
  const circular = circularPlace(nodes.map(({ place }) => place));
  if (circular !== null) throw file.problem(at(circular), 'a place that does not lead back to the thing itself');
  checkCapacity(file, nodes, classes);
  const start = rooms.findIndex(({ is }) => is === file.value.robot);
  if (start < 0) throw file.problem(['robot'], `one of the rooms ${rooms.map(({ is }) => is).join(', ')}`);
  return {
    name: file.value.house,
    nodes,
    names,
    indexOf,
    anchors: new Map(rooms.map(({ anchor }, index) => [index, anchor])),
    start,
    ungraspableIn: readPerTask(file, nodes),
  };
}

function classOf(name: string): string {
  return (NAME.exec(name) as RegExpExecArray)[1]!;
}

function classAt(file: CheckedJson<HouseFile>, at: JsonPath, name: string): ThingClass {
  const thingClass = CLASSES.get(classOf(name));
  if (thingClass === undefined) throw file.problem(at, 'a class of envs/household/scene/classes.json, then an index');
  return thingClass;
}

function roomNode(room: HouseFile['rooms'][number], index: number, roomClass: ThingClass): HouseNode {
  return {
    id: index + 1,
    className: classOf(room.is),
    category: roomClass.category,
    properties: roomClass.properties,
    states: [],
    position: [room.anchor[0], 0, room.anchor[1]],
    place: null,
    locked: false,
    ungraspable: false,
  };
}

type ThingContext = Readonly<{
  thing: Thing;
  thingClass: ThingClass;
  classes: readonly ThingClass[];
  indexOf: ReadonlyMap<string, number>;
}>;

function thingNode(file: CheckedJson<HouseFile>, index: number, context: ThingContext): HouseNode {
  const { thing, thingClass, classes, indexOf } = context;
  const problem = (key: JsonPath, expected: string) => file.problem(['things', index, ...key], expected);
  const word = thing.in === undefined ? 'on' : 'in';
  const where = thing.in ?? thing.on;
  if (where === undefined || (thing.in !== undefined && thing.on !== undefined)) {
    throw problem([], 'one of the keys "in" and "on"');
  }
  const target = indexOf.get(where);
  if (target === undefined) throw problem([word], 'a room or thing of this house');
  const targetClass = classes[target]!;
  const isRoom = targetClass.category === 'Rooms';
  if (word === 'in' && !isRoom && !targetClass.properties.includes('CONTAINERS')) {
    throw problem([word], 'a room or a thing with the property CONTAINERS');
  }
  if (word === 'on' && isRoom) throw problem([word], 'a thing; things are "in" a room');
  const said: readonly string[] = thing.states ?? [];
  const { properties } = thingClass;
  if (thing.locked && !properties.includes('CAN_OPEN')) throw problem(['locked'], 'a thing that opens');
  if (thing.ungraspable && !properties.includes('GRABBABLE')) {
    throw problem(['ungraspable'], 'a thing that could be grasped');
  }
  if (thing.requiresClosed !== undefined && !['CAN_OPEN', 'HAS_SWITCH'].every((has) => properties.includes(has))) {
    throw problem(['requiresClosed'], 'a thing that opens and has a switch');
  }
  const pairs = STATE_PAIRS.filter(([property]) => thingClass.properties.includes(property));
  const known: readonly string[] = pairs.map((pair) => pair[1]);
  for (const [position, state] of said.entries()) {
    if (said.indexOf(state) !== position) throw problem(['states', position], 'each state once');
    if (known.includes(state)) continue;
    throw problem(['states', position], `a state that its class has: ${known.join(', ') || 'none'}`);
  }
  return {
    id: classes.length - file.value.things.length + index + 1,
    className: classOf(thing.is),
    category: thing.category ?? thingClass.category,
    properties: thingClass.properties,
    states: pairs.map(([, on, off]) => (said.includes(on) ? on : off)),
    position: thing.at,
    place: { relation: word === 'in' ? 'IN' : 'ON', at: target },
    locked: thing.locked ?? false,
    ungraspable: thing.ungraspable ?? false,
    ...(thing.requiresClosed === undefined ? {} : { requiresClosed: thing.requiresClosed }),
  };
}

function checkCapacity(
  file: CheckedJson<HouseFile>,
  nodes: readonly HouseNode[],
  classes: readonly ThingClass[],
): void {
  const inside = new Map<number, number>();
  for (const [index, { place }] of nodes.entries()) {
    if (place === null || place.relation === 'ON') continue;
    const count = (inside.get(place.at) ?? 0) + 1;
    inside.set(place.at, count);
    const capacity = classes[place.at]?.capacity;
    if (capacity !== undefined && count > capacity) {
      const at = ['things', index - (nodes.length - file.value.things.length), 'in'];
      throw file.problem(at, `a place with room left; this one holds ${capacity}`);
    }
  }
}

function readPerTask(
  file: CheckedJson<HouseFile>,
  nodes: readonly HouseNode[],
): ReadonlyMap<string, readonly string[]> {
  const graspable = new Set(
    nodes.filter(({ properties }) => properties.includes('GRABBABLE')).map(({ className }) => className),
  );
  const tasks = Object.entries(file.value.perTask ?? {});
  for (const [task, { ungraspable }] of tasks) {
    for (const [index, className] of ungraspable.entries()) {
      if (graspable.has(className)) continue;
      const at = ['perTask', task, 'ungraspable', index];
      throw file.problem(at, 'a class of this house whose things could be grasped');
    }
  }
  return new Map(tasks.map(([task, { ungraspable }]) => [task, ungraspable]));
}
