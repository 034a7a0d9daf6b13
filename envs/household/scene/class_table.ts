/** From VirtualHome v2.3 (`properties_data_all.json`), else its scenes; device flags are ours (README, "Decisions"). */
import { z } from 'zod';
import classesJson from './classes.json' with { type: 'json' };

export const PROPERTIES = [
  'GRABBABLE',
  'SURFACES',
  'CONTAINERS',
  'CAN_OPEN',
  'HAS_SWITCH',
  'HAS_PLUG',
  'EATABLE',
] as const;

export const STATES = ['OPEN', 'CLOSED', 'ON', 'OFF', 'PLUGGED_IN', 'PLUGGED_OUT'] as const;

/** Property, state, default. */
export const STATE_PAIRS = [
  ['CAN_OPEN', 'OPEN', 'CLOSED'],
  ['HAS_SWITCH', 'ON', 'OFF'],
  ['HAS_PLUG', 'PLUGGED_OUT', 'PLUGGED_IN'],
] as const;

export type Property = (typeof PROPERTIES)[number];
export type State = (typeof STATES)[number];

const thingClassSchema = z.strictObject({
  category: z.string(),
  properties: z.array(z.string()),
  capacity: z.number().int().positive().optional(),
  requiresClosed: z.boolean().optional(),
  heats: z.boolean().optional(),
  toasts: z.boolean().optional(),
});

export type ThingClass = z.infer<typeof thingClassSchema>;

export const CLASSES: ReadonlyMap<string, ThingClass> = new Map(
  Object.entries(z.record(z.string(), thingClassSchema).parse(classesJson)),
);

export const CATEGORIES: readonly string[] = [...new Set([...CLASSES.values()].map(({ category }) => category))].filter(
  (category) => category !== 'Rooms',
);

/** Listing 3 of LLM-State shows no rugs, pillows or curtains. */
const UNSEEN_CATEGORIES: ReadonlySet<string> = new Set(
  'Decor,Floor,Floors,Walls,Ceiling,Doors,Windows,Rooms,Characters'.split(','),
);

export function isSeenCategory(category: string): boolean {
  return !UNSEEN_CATEGORIES.has(category);
}
