/**
 * The reference plan: what search with full knowledge found.
 *
 * @module
 */
import type { Reference } from '../trace/trace_schema.ts';
import { metric } from './metric.ts';
import { meanOrNull } from './numbers.ts';
import { field } from './poolings.ts';

type Needs = { readonly reference: Reference | null };

export const reference = metric({
  name: 'reference',
  title: 'Reference plan',
  meaning: 'steps of the shortest plan that search with full knowledge found, and whether none can be shorter',
  count: ({ header }) => header.reference,
  row: (value) => ({ referenceSteps: value?.steps ?? null }),
  pooled: field('mean', 'referenceSteps', (episodes: readonly Needs[]) =>
    meanOrNull(episodes.map((each) => each.reference?.steps ?? null)),
  ),
});
