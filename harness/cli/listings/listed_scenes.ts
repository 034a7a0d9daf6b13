/**
 * `tapedeck list scenes`.
 *
 * @module
 */

import { WORLDS, worldCalled } from '../../episode/worlds.ts';
import { namesIn } from '../../io/places.ts';
import { readSuite, sceneNames } from '../../run/suites/suite.ts';
import type { Row, Wanted } from './listing.ts';

/** Those of these suites, each once; all shipped ones where no suites are named. */
export function listedScenes({ suites }: Pick<Wanted, 'suites'>): readonly Row[] {
  if (suites === undefined) {
    return WORLDS.flatMap(({ name: world, scenesFolder }) =>
      namesIn(scenesFolder, '.json').map((scene) => ({ scene, world })),
    );
  }
  const rows = suites.map(readSuite).flatMap((suite) => {
    const { name: world, scenesFolder } = worldCalled(suite.world);
    return sceneNames(suite, scenesFolder).map((scene) => ({ scene, world }));
  });
  return [...new Map(rows.map((row) => [`${row.world} ${row.scene}`, row])).values()];
}
