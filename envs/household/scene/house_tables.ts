/** What does not change in a house during an episode, as numbers: one entry a node. */
import { CLASSES, PROPERTIES, type Property, STATES } from './class_table.ts';
import { type House, type HouseNode, isRoom, isSeenNode } from './house.ts';
import { bitsOf, nameBits } from './name_bits.ts';

/** Property → bit in `HouseTables.properties`. */
export const PROPERTY_BITS = nameBits(PROPERTIES);

/** State → bit in a state's `states`. */
export const STATE_BITS = nameBits(STATES);

/** The lists of an observation (LLM-State, Listing 3) → bit in `HouseTables.lists`. */
export const LIST_BITS = { objects: 1, containers: 2, surfaces: 4 } as const;

export type HouseTables = {
  readonly house: House;
  readonly size: number;
  readonly properties: Uint8Array;
  /** In which lists of an observation a node appears once seen; 0 for those never shown. */
  readonly lists: Uint8Array;
  /** The nodes that appear in some list, in id order. */
  readonly listed: readonly number[];
  /** 1 for what can be seen at all. */
  readonly seeable: Uint8Array;
  readonly rooms: Uint8Array;
  /** In id order. */
  readonly roomNames: readonly string[];
  readonly locked: Uint8Array;
  readonly graspable: Uint8Array;
  readonly requiresClosed: Uint8Array;
  readonly heats: Uint8Array;
  readonly toasts: Uint8Array;
  /** Most things inside; -1 for any number. */
  readonly capacity: Int16Array;
};

/** House → the tables for most of its tasks. */
const usual = new WeakMap<House, HouseTables>();

/** The tables of a house; `task` names whose ungraspable classes to heed. */
export function houseTables(house: House, task: string): HouseTables {
  const ungraspable = new Set(house.ungraspableIn.get(task));
  if (ungraspable.size > 0) return newTables(house, ungraspable);
  const tables = usual.get(house) ?? newTables(house, ungraspable);
  usual.set(house, tables);
  return tables;
}

function newTables(house: House, ungraspable: ReadonlySet<string>): HouseTables {
  const { nodes } = house;
  const classes = nodes.map(({ className }) => CLASSES.get(className));
  const column = (entry: (node: HouseNode, index: number) => boolean) =>
    Uint8Array.from(nodes, (node, index) => (entry(node, index) ? 1 : 0));
  const lists = Uint8Array.from(nodes, (node) => listBits(node));
  return {
    house,
    size: nodes.length,
    properties: Uint8Array.from(nodes, ({ properties }) => bitsOf(PROPERTY_BITS, properties)),
    lists,
    listed: [...lists.keys()].filter((node) => lists[node] !== 0),
    roomNames: house.names.filter((_, node) => isRoom(nodes[node]!)),
    seeable: column(isSeenNode),
    rooms: column(isRoom),
    locked: column(({ locked }) => locked),
    graspable: column(
      (node) => node.properties.includes('GRABBABLE') && !node.ungraspable && !ungraspable.has(node.className),
    ),
    requiresClosed: column(({ requiresClosed }, index) => requiresClosed ?? classes[index]?.requiresClosed === true),
    heats: column((_, index) => classes[index]?.heats === true),
    toasts: column((_, index) => classes[index]?.toasts === true),
    capacity: Int16Array.from(nodes, (_, index) => classes[index]?.capacity ?? -1),
  };
}

/** The bits of a node's states; unknown ones are ignored. */
export function stateBits(node: HouseNode): number {
  return bitsOf(STATE_BITS, node.states);
}

function listBits(node: HouseNode): number {
  if (!isSeenNode(node)) return 0;
  const has = (property: Property) => node.properties.includes(property);
  const isObject = has('GRABBABLE') || has('HAS_SWITCH');
  const isContainer = has('CAN_OPEN') && has('CONTAINERS') && !has('GRABBABLE');
  return (
    (isObject ? LIST_BITS.objects : 0) |
    (isContainer ? LIST_BITS.containers : 0) |
    (has('SURFACES') ? LIST_BITS.surfaces : 0)
  );
}
