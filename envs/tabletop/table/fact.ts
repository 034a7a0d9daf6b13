/**
 * A state predicate (OLP, Figure 5): `['on', 'table', 'K_block_1']` says that K_block_1 lies on the table; `air` is nothing.
 *
 * @module
 */
import { z } from 'zod';

export const factSchema = z
  .tuple([z.enum(['in', 'on', 'under']), z.string(), z.string()], {
    error: 'a fact such as ["on", "table", "K_block_1"]',
  })
  .readonly();

export type Fact = z.infer<typeof factSchema>;
