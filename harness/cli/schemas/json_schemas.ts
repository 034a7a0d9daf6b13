/**
 * JSON Schemas of the files that users write, for editors: draft 7, which all of them read.
 *
 * They are made of the schemas by which the files are read. What lies beside this module is what `jsonSchemas()` gives, kept so by its
 * test; a file names its own as `"$schema"`, which its reader takes note of nowhere.
 *
 * @module
 */
import { z } from 'zod';
import { WORLDS } from '../../episode/worlds.ts';
import { suiteSchema } from '../../run/suites/suite.ts';
import { sweepSchema } from '../../scale/engine/sweep_file.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What is for a file of some kind: its schema's name and title. */
export type FileSchema = { readonly name: string; readonly title: string; readonly schema: z.ZodType };

export const FILE_SCHEMAS: readonly FileSchema[] = [
  { name: 'suite', title: 'A suite of Tapedeck: planners × tasks × trials', schema: suiteSchema },
  { name: 'sweep', title: 'A sweep of Tapedeck: suites × planners × prompt sets × models', schema: sweepSchema },
  ...WORLDS.flatMap(({ name, schemas }) => [
    { name: `${name}_scene`, title: `A scene of Tapedeck’s world "${name}"`, schema: schemas.scene },
    {
      name: `${name}_tasks`,
      title: `Tasks of Tapedeck’s world "${name}"`,
      schema: z.strictObject({ tasks: z.array(schemas.task).min(1) }),
    },
  ]),
];

/** As it stands in its file. Checks that only a reader can do, such as whether a thing is there, are left out. */
export function jsonSchema({ title, schema }: FileSchema): JsonSchema {
  const { $schema, properties, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  const own = { type: 'string', description: 'Where this schema lies; for editors' } as const;
  return { $schema, title, ...rest, properties: { $schema: own, ...properties } } as JsonSchema;
}
