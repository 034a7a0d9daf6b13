/**
 * What a household robot has seen and believes (LLM-State, section III-A and Listing 3): everything seen so far with its
 * last-known place, the rooms of the house, what it holds, what is within reach, and where it is.
 */
import { z } from 'zod';

const names = z.array(z.string()).readonly();
const placed = z.object({ name: z.string(), relation: z.enum(['ON', 'IN']), place: z.string() }).readonly();

export const householdObservationSchema = z
  .object({
    world: z.literal('household'),
    objects: z.array(placed).readonly(),
    containers: z.array(placed).readonly(),
    surfaces: z.array(placed).readonly(),
    rooms: names,
    holding: names,
    /** Nearest first. */
    closeTo: names,
    room: z.string(),
  })
  .readonly();

export type HouseholdObservation = z.infer<typeof householdObservationSchema>;

/** One line of an observation: `{ name: 'mug1', relation: 'ON', place: 'desk1' }`. */
export type Placed = z.infer<typeof placed>;

/** Names in the lists, of rooms, and of what is held; each once. There is always the room in which the robot is. */
export function namesIn({ objects, containers, surfaces, rooms, holding, room }: HouseholdObservation): string[] {
  const listed = [objects, containers, surfaces].flatMap((list) => list.map(({ name }) => name));
  return [...new Set([...listed, ...rooms, ...holding, room])];
}
