/**
 * JSON Schemas of the files that users write, for editors: draft 7, which all of them read.
 *
 * They are made of the schemas by which the files are read, and lie beside this module, kept so by its test; a file names its own as
 * `"$schema"`, which its reader ignores.
 */
import { z } from 'zod';
import type { World } from '../../../envs/world.ts';
import { WORLDS } from '../../episode/worlds.ts';
import { suiteSchema } from '../../run/suites/suite.ts';
import { sweepSchema } from '../../scale/sweep_file.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

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

/** Scene, task, options and observation of a world, for editors and for planners in other languages. */
export function worldSchemas(schemas: World['schemas']): Record<string, JsonSchema> {
  const known = Object.entries(schemas) as [string, z.ZodType][];
  return Object.fromEntries(
    known.map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })]),
  );
}

/** Option of a world or a planner → a line with its choices, default and meaning. */
export function optionLines(options: z.ZodType): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { type, enum: choices, anyOf, default: value, description } = property as JsonSchema;
      const kinds = choices ?? anyOf?.map((each) => kindOf(each as JsonSchema)) ?? [type];
      return [name, `${kinds.join('|')}, default ${JSON.stringify(value)}. ${description ?? ''}`];
    }),
  );
}

function kindOf({ const: value, type }: JsonSchema): unknown {
  return value ?? type;
}
