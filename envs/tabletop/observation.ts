/** What a robot at a table senses of its blocks (OLP, section V-A: fully observable). */
import { z } from 'zod';
import { factSchema } from './table/fact.ts';

export type { Fact } from './table/fact.ts';

export const tabletopObservationSchema = z
  .object({
    world: z.literal('tabletop'),
    /** In the scene's order. */
    blocks: z.array(z.string()).readonly(),
    /** The state of each block in the words of object-level plans: `on table`, `under K_block_1`, `under nothing`, `in hand`. */
    states: z.array(z.object({ object: z.string(), states: z.array(z.string()).readonly() }).readonly()).readonly(),
    /** The same as predicates for a task planner, with those of hand and table. */
    facts: z.array(factSchema).readonly(),
  })
  .readonly();

export type TabletopObservation = z.infer<typeof tabletopObservationSchema>;
