/** Fully observable (OLP, section V-A). */
import { z } from 'zod';
import { factSchema } from './table/fact.ts';

export type { Fact } from './table/fact.ts';

export const tabletopObservationSchema = z
  .object({
    world: z.literal('tabletop'),
    blocks: z.array(z.string()).readonly(),
    /** In the words of object-level plans: `on table`, `under K_block_1`, `under nothing`, `in hand`. */
    states: z.array(z.object({ object: z.string(), states: z.array(z.string()).readonly() }).readonly()).readonly(),
    /** The same as predicates, with those of hand and table. */
    facts: z.array(factSchema).readonly(),
  })
  .readonly();

export type TabletopObservation = z.infer<typeof tabletopObservationSchema>;
