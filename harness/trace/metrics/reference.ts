/**
 * The reference plan: what search with full knowledge found.
 *
 * @module
 */
import type { Reference } from '../trace_schema.ts';
import { metric } from './metric.ts';
import { KnownMean } from './numbers.ts';
import { pooling } from './poolings.ts';

type Needs = { readonly reference: Reference | null };

export const reference = metric({
  name: 'reference',
  title: 'Reference plan',
  meaning: 'steps of the shortest plan that search with full knowledge found, and whether none can be shorter',
  count: ({ header }) => header.reference,
  row: (value) => ({ referenceSteps: value?.steps ?? null }),
  pooled: pooling('mean', () => {
    const steps = new KnownMean();
    return {
      add: (each: Needs) => steps.add(each.reference?.steps ?? null),
      result: () => ({ referenceSteps: steps.mean() }),
    };
  }),
});
