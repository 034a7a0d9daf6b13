/**
 * Options of a world or a planner as one line each, from their own schema.
 *
 * @module
 */
import { z } from 'zod';

/** Option → its choices, default and meaning. */
export function shownOptions(options: z.ZodType): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { type, enum: choices, anyOf, default: value, description } = property as z.core.JSONSchema.JSONSchema;
      const kinds = choices ?? anyOf?.map((each) => kindOf(each as z.core.JSONSchema.JSONSchema)) ?? [type];
      return [name, `${kinds.join('|')}, default ${JSON.stringify(value)}. ${description ?? ''}`];
    }),
  );
}

function kindOf({ const: value, type }: z.core.JSONSchema.JSONSchema): unknown {
  return value ?? type;
}
