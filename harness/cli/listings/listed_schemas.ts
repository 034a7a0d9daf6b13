/**
 * `tapedeck list schemas`: where the JSON Schemas lie that files name by `$schema`.
 *
 * @module
 */
import { join, relative } from 'node:path';
import { PLACES } from '../../io/places.ts';
import { FILE_SCHEMAS, jsonSchema } from '../schemas/json_schemas.ts';
import type { Row } from './listing.ts';

export function listedSchemas(): readonly Row[] {
  return FILE_SCHEMAS.map((schema) => ({
    schema: schema.name,
    what: schema.title,
    file: relative(process.cwd(), join(PLACES.schemas, `${schema.name}.json`)),
    document: jsonSchema(schema),
  }));
}
