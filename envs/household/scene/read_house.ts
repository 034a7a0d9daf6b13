import { z } from 'zod';
import { type CheckedJson, type JsonPath, readCheckedJson } from '../../checked_json.ts';
import { CATEGORIES, CLASSES, STATE_PAIRS, type ThingClass } from './class_table.ts';
import { firstCircular, type House, type HouseNode, nameNodes } from './house.ts';

const NAME = /^([a-z][a-z-]*)([1-9]\d{0,5})$/;
const metres = z.number().min(-1000).max(1000);
const name = z.string().regex(NAME, { error: 'a class and a number such as "mug1"' });

const thingSchema = z.strictObject({
  is: name.describe('class and number; the things of each class are numbered from 1 in the order of the file'),
  in: name.optional().describe('the room or container that it is in'),
  on: name.optional().describe('the thing that it is on'),
  at: z
    .tuple([metres, metres, metres], { error: 'three numbers: x, height and z in metres' })
    .describe('x, height and z in metres'),
  states: z
    .array(z.enum(['OPEN', 'ON', 'PLUGGED_OUT']))
    .optional()
    .describe('by default the thing is closed, off and plugged in'),
  category: z
    .enum(CATEGORIES, { error: `one of ${CATEGORIES.join(', ')}` })
    .optional()
    .describe('only if different from that of the class, such as for a candle that is not a decoration'),
  locked: z.literal(true).optional().describe('opening it always fails'),
  ungraspable: z.literal(true).optional().describe('grasping it always fails, although its class is graspable'),
  requiresClosed: z
    .boolean()
    .optional()
    .describe('whether it runs only with its door closed, if that differs from the class'),
});

export const houseSchema = z.strictObject({
  house: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, { error: 'a name in snake_case' }),
  about: z.string().optional(),
  robot: name.describe('the room in which the robot starts, at its anchor'),
  rooms: z
    .array(
      z.strictObject({
        is: name,
        anchor: z.tuple([metres, metres]).describe('where the robot stands in it: x and z in metres'),
      }),
    )
    .min(1),
  things: z.array(thingSchema).max(10_000),
  perTask: z
    .record(z.string(), z.strictObject({ ungraspable: z.array(z.string()).min(1) }))
    .optional()
    .describe('task → classes whose things cannot be grasped in that task'),
});

type HouseFile = z.infer<typeof houseSchema>;

/** Throws a JsonError. */
export function readHouse(text: string, path: string): House {
  const file = readCheckedJson(text, houseSchema, path);
  const { rooms, things } = file.value;
  const locationOf = (index: number): JsonPath =>
    index < rooms.length ? ['rooms', index] : ['things', index - rooms.length];
  const names = [...rooms, ...things].map(({ is }) => is);
  const classes = names.map((is, index) => classAt(file, [...locationOf(index), 'is'], is));
  const expectedNames = nameNodes(names.map(classOf));
  for (const [index, expectedName] of expectedNames.entries()) {
    const problem = (expected: string) => file.problem([...locationOf(index), 'is'], expected);
    if (names[index] !== expectedName) throw problem(`"${expectedName}", the next name of its class`);
    const isRoom = classes[index]?.category === 'Rooms';
    if (isRoom !== index < rooms.length) throw problem(isRoom ? 'a thing' : 'a room');
  }
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const nodes = [
    ...rooms.map((room, index) => roomNode(room, index, classes[index]!)),
    ...things.map((_, index) => thingNode(file, index, { classes, indexOf })),
  ];
  const circular = firstCircular(nodes.map(({ place }) => place));
  if (circular !== null) throw file.problem(locationOf(circular), 'a place that is not on or in the thing itself');
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

function classAt(file: CheckedJson<HouseFile>, location: JsonPath, name: string): ThingClass {
  const thingClass = CLASSES.get(classOf(name));
  if (thingClass === undefined)
    throw file.problem(location, 'a class from envs/household/scene/classes.json followed by a number');
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

type HouseContext = Readonly<{ classes: readonly ThingClass[]; indexOf: ReadonlyMap<string, number> }>;

const FIELD_NEEDS = [
  ['locked', ['CAN_OPEN'], 'a thing that opens'],
  ['ungraspable', ['GRABBABLE'], 'a thing of a graspable class'],
  ['requiresClosed', ['CAN_OPEN', 'HAS_SWITCH'], 'a thing that opens and has a switch'],
] as const;

function thingNode(file: CheckedJson<HouseFile>, index: number, { classes, indexOf }: HouseContext): HouseNode {
  const { is, in: container, on: support, at, states = [], category, ...flags } = file.value.things[index]!;
  const check = (isValid: boolean, key: JsonPath, expected: string) => {
    if (!isValid) throw file.problem(['things', index, ...key], expected);
  };
  check((container === undefined) !== (support === undefined), [], 'one of the keys "in" and "on"');
  const relation = container === undefined ? 'on' : 'in';
  const target = indexOf.get((container ?? support) as string) as number;
  check(target !== undefined, [relation], 'a room or thing of this house');
  const targetClass = classes[target]!;
  const isRoom = targetClass.category === 'Rooms';
  const isContainer = isRoom || targetClass.properties.includes('CONTAINERS');
  if (relation === 'in') check(isContainer, [relation], 'a room or a thing with the property CONTAINERS');
  else check(!isRoom, [relation], 'a thing; things are "in" a room');
  const node = classes.length - file.value.things.length + index;
  const thingClass = classes[node]!;
  const has = (property: string) => thingClass.properties.includes(property);
  for (const [field, needs, expected] of FIELD_NEEDS) {
    check(flags[field] === undefined || needs.every(has), [field], expected);
  }
  const pairs = STATE_PAIRS.filter(([property]) => has(property));
  const possible = pairs.map(([, state]) => state);
  for (const [position, state] of states.entries()) {
    check(states.indexOf(state) === position, ['states', position], 'a state that does not appear earlier in the list');
    const expected = `a state that its class has: ${possible.join(', ') || 'none'}`;
    check(possible.includes(state), ['states', position], expected);
  }
  return {
    id: node + 1,
    className: classOf(is),
    category: category ?? thingClass.category,
    properties: thingClass.properties,
    states: pairs.map(([, state, opposite]) => (states.includes(state) ? state : opposite)),
    position: at,
    place: { relation: relation === 'in' ? 'IN' : 'ON', at: target },
    locked: flags.locked === true,
    ungraspable: flags.ungraspable === true,
    ...(flags.requiresClosed === undefined ? {} : { requiresClosed: flags.requiresClosed }),
  };
}

function checkCapacity(
  file: CheckedJson<HouseFile>,
  nodes: readonly HouseNode[],
  classes: readonly ThingClass[],
): void {
  const contents = new Map<number, number>();
  for (const [index, { place }] of nodes.slice(file.value.rooms.length).entries()) {
    if (place?.relation !== 'IN') continue;
    const count = (contents.get(place.at) ?? 0) + 1;
    contents.set(place.at, count);
    const { capacity = Number.POSITIVE_INFINITY } = classes[place.at]!;
    if (count <= capacity) continue;
    throw file.problem(['things', index, 'in'], `a place with space; this one holds at most ${capacity}`);
  }
}

function readPerTask(file: CheckedJson<HouseFile>, nodes: readonly HouseNode[]): House['ungraspableIn'] {
  const isGraspable = (name: string) =>
    nodes.some(({ className, properties }) => className === name && properties.includes('GRABBABLE'));
  const tasks = Object.entries(file.value.perTask ?? {});
  for (const [task, { ungraspable }] of tasks) {
    const wrong = ungraspable.findIndex((className) => !isGraspable(className));
    if (wrong < 0) continue;
    throw file.problem(['perTask', task, 'ungraspable', wrong], 'a class of this house with graspable things');
  }
  return new Map(tasks.map(([task, { ungraspable }]) => [task, ungraspable]));
}
