/**
 * What the classes of household things are like: category, properties, and how a device treats its contents.
 *
 * Categories and properties are facts of VirtualHome v2.3 (`properties_data_all.json`; a class that table lacks keeps what
 * the scenes say). The flags on devices are ours, after LLM-State: see envs/household/README.md, "Decisions".
 */
import { z } from 'zod';
import classesJson from './classes.json' with { type: 'json' };

/** The properties that rules and goals ask for; a class may have others, which are kept by name only. */
export const PROPERTIES = [
  'GRABBABLE',
  'SURFACES',
  'CONTAINERS',
  'CAN_OPEN',
  'HAS_SWITCH',
  'HAS_PLUG',
  'EATABLE',
] as const;

/** The states that change; a scene may name others, which are ignored. */
export const STATES = ['OPEN', 'CLOSED', 'ON', 'OFF', 'PLUGGED_IN', 'PLUGGED_OUT'] as const;

export type Property = (typeof PROPERTIES)[number];
export type State = (typeof STATES)[number];

const thingClassSchema = z.strictObject({
  category: z.string(),
  properties: z.array(z.string()),
  /** Most things inside at a time. */
  capacity: z.number().int().positive().optional(),
  /** Runs with its door closed only. */
  requiresClosed: z.boolean().optional(),
  /** While it runs, what is inside becomes heated, toasted. */
  heats: z.boolean().optional(),
  toasts: z.boolean().optional(),
});

export type ThingClass = z.infer<typeof thingClassSchema>;

/** Class name → class. */
export const CLASSES: ReadonlyMap<string, ThingClass> = new Map(
  Object.entries(z.record(z.string(), thingClassSchema).parse(classesJson)),
);

/** What a thing's category may be where a house says so itself; rooms are listed apart. */
export const CATEGORIES: readonly string[] = [...new Set([...CLASSES.values()].map(({ category }) => category))].filter(
  (category) => category !== 'Rooms',
);

/** Categories that no observation shows: structure, decoration, people, and rooms, which have a list of their own. */
const UNSEEN_CATEGORIES: ReadonlySet<string> = new Set([
  'Decor',
  'Floor',
  'Floors',
  'Walls',
  'Ceiling',
  'Doors',
  'Windows',
  'Rooms',
  'Characters',
]);

/** Whether things of a category are ever seen (Listing 3 of LLM-State shows no rug, pillow or curtain). */
export function isSeenCategory(category: string): boolean {
  return !UNSEEN_CATEGORIES.has(category);
}
