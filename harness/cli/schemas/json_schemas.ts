/** Draft 7, which all editors read. */
import { z } from 'zod';
import type { World } from '../../../envs/world.ts';
import { WORLDS } from '../../episode/worlds.ts';
import { suiteSchema } from '../../run/suites/suite.ts';
import { sweepSchema } from '../../scale/sweep_file.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

export type FileSchema = Readonly<{ name: string; title: string; schema: z.ZodType }>;

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

export function jsonSchema({ title, schema }: FileSchema): JsonSchema {
  const { $schema, properties, ...others } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  const schemaPath = { type: 'string', description: 'Path of this schema, for editors' } as const;
  return { $schema, title, ...others, properties: { $schema: schemaPath, ...properties } } as JsonSchema;
}

export function worldSchemas(schemas: World['schemas']): Record<string, JsonSchema> {
  const entries: [string, z.ZodType][] = Object.entries(schemas);
  const settings = { io: 'input', unrepresentable: 'any' } as const;
  return Object.fromEntries(entries.map(([name, schema]) => [name, z.toJSONSchema(schema, settings)]));
}

export function optionLines(options: z.ZodType): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { type, enum: choices, anyOf, default: value, description } = property as JsonSchema;
      const kinds = choices ?? anyOf?.map((each) => (each as JsonSchema).const ?? (each as JsonSchema).type) ?? [type];
      return [name, `${kinds.join('|')}, default ${JSON.stringify(value)}. ${description ?? ''}`];
    }),
  );
}
