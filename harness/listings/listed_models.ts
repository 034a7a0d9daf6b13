/**
 * `tapedeck list models`: whose answers are on the tapes.
 *
 * @module
 */

import { knownLayeredTapes } from '../../cassettes/reading/known_tapes.ts';
import { modelFacts } from '../../cassettes/tokens/models.ts';
import { inCassette } from '../run_tapes/tape_layers.ts';
import type { Row, Wanted } from './listing.ts';

export function listedModels({ tapes }: Pick<Wanted, 'tapes'>): readonly Row[] {
  const recorded = Map.groupBy(knownLayeredTapes(inCassette(tapes)), ({ model }) => model);
  return [...recorded].map(([model, names]) => ({
    model,
    suites: names.map(({ suite }) => suite),
    ...modelFacts(model),
  }));
}
