/**
 * `tapedeck list models`: whose answers are on the tapes.
 *
 * @module
 */
import { knownLayeredTapes } from '../../../cassettes/reading/known_tapes.ts';
import { modelFacts } from '../../../cassettes/tokens/models.ts';
import { readSuite } from '../../run/suites/suite.ts';
import { inCassette } from '../../run/tapes/tape_layers.ts';
import type { Row, Wanted } from './listing.ts';

export function listedModels({ tapes, suites }: Wanted): readonly Row[] {
  const names = suites?.map((suite) => readSuite(suite).name);
  const wanted = knownLayeredTapes(inCassette(tapes)).filter(({ suite }) => names?.includes(suite) ?? true);
  const recorded = Map.groupBy(wanted, ({ model }) => model);
  return [...recorded].map(([model, tapesOf]) => ({
    model,
    suites: tapesOf.map(({ suite }) => suite),
    ...modelFacts(model),
  }));
}
