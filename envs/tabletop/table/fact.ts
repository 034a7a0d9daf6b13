/** OLP, Figure 5: `['on', 'table', 'K_block_1']`; `air` is nothing. */
import { z } from 'zod';
import { foldCase } from './block_names.ts';

export const FACT_ORDERS = {
  on: {
    order: '(on BELOW ABOVE)',
    says: 'ABOVE lies on BELOW, a block or "table"; "air" as ABOVE means that nothing does',
  },
  under: { order: '(under ABOVE BELOW)', says: 'the same, seen from the block above' },
  in: { order: '(in hand BLOCK)', says: 'the hand holds BLOCK; "air" means that it is empty' },
} as const;

const ORDERS = Object.values(FACT_ORDERS).map(({ order, says }) => `${order}: ${says}`);

export const factSchema = z
  .tuple([z.enum(['in', 'on', 'under']), z.string(), z.string()], {
    error: 'a fact such as ["on", "table", "K_block_1"], which says that K_block_1 lies on the table',
  })
  .readonly()
  .describe(`a predicate and its two arguments. ${ORDERS.join('. ')}`);

export type Fact = z.infer<typeof factSchema>;

export function factSentence([predicate, first, second]: Fact): string {
  const [below, above] = predicate === 'on' ? [first, second] : [second, first];
  const [isOnAir, isAir] = [below, above].map((word) => foldCase(word) === 'air');
  if (predicate === 'in') return isOnAir ? 'the hand is empty' : `the hand holds ${second}`;
  if (isOnAir || foldCase(above) === 'hand') return `the hand holds ${predicate === 'on' ? below : above}`;
  const isOnTable = foldCase(below) === 'table';
  if (isAir) return isOnTable ? 'a spot on the table is free' : `nothing lies on ${below}`;
  return `${above} lies on ${isOnTable ? 'the table' : below}`;
}
