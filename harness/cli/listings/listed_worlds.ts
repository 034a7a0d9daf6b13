/**
 * `tapedeck list worlds`.
 *
 * @module
 */
import { z } from 'zod';
import type { World } from '../../../envs/world.ts';
import { WORLDS } from '../../episode/worlds.ts';
import { namesIn } from '../../io/places.ts';
import type { Row } from './listing.ts';
import { shownOptions } from './shown_options.ts';

export function listedWorlds(): readonly Row[] {
  return WORLDS.map(({ name, schemas, actions, scenesFolder }) => ({
    world: name,
    actions: Object.entries(actions.verbs).map(([verb, arity]) => `${verb}/${arity}`),
    scenes: namesIn(scenesFolder, '.json').length,
    options: shownOptions(schemas.options),
    schemas: jsonSchemas(schemas),
  }));
}

/** What a scene, a task, the options and an observation are like, for editors and for planners in other languages. */
function jsonSchemas(schemas: World['schemas']): Record<string, unknown> {
  const known = Object.entries(schemas) as [string, z.ZodType][];
  return Object.fromEntries(
    known.map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })]),
  );
}
