/**
 * `tapedeck list classes`: what scenes may hold, and what can be done with it.
 *
 * @module
 */
import { WORLDS } from '../registry/worlds.ts';
import type { Row } from './listing.ts';

export function listedClasses(): readonly Row[] {
  return WORLDS.flatMap(({ name: world, classes = [] }) =>
    classes.map(({ class: name, kind, actions, notes }) => ({ class: name, world, kind, actions, notes })),
  );
}
