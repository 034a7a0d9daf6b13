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

export type Placed = z.infer<typeof placed>;

export function namesIn({ objects, containers, surfaces, rooms, holding, room }: HouseholdObservation): string[] {
  const listed = [objects, containers, surfaces].flatMap((list) => list.map(({ name }) => name));
  return [...new Set([...listed, ...rooms, ...holding, room])];
}
