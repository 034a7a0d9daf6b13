/** The table is fully observable (OLP, section V-A). */
import { z } from 'zod';
import { factSchema } from './table/arrangement.ts';

export type { Fact } from './table/arrangement.ts';

export const tabletopObservationSchema = z
  .object({
    world: z.literal('tabletop'),
    blocks: z.array(z.string()).readonly(),
    /** OLP's words: `on table`, `under K_block_1`, `under nothing`, `in hand`. */
    states: z.array(z.object({ object: z.string(), states: z.array(z.string()).readonly() }).readonly()).readonly(),
    facts: z.array(factSchema).readonly(),
  })
  .readonly();

export type TabletopObservation = z.infer<typeof tabletopObservationSchema>;
