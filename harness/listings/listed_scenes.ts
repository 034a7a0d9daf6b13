/**
 * `tapedeck list scenes`.
 *
 * @module
 */
import { namesIn } from '../files/places.ts';
import { WORLDS } from '../registry/worlds.ts';
import type { Row } from './listing.ts';

export function listedScenes(): readonly Row[] {
  return WORLDS.flatMap(({ name: world, scenesFolder }) =>
    namesIn(scenesFolder, '.json').map((scene) => ({ scene, world })),
  );
}
