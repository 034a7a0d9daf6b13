/** VirtualHome's Unity protocol (`Communication.cs`, `comm_unity.py`). Structured values are JSON text in strings. */
import { z } from 'zod';

const text = z.union([z.string(), z.number().transform(String)]);

export const wireRequestSchema = z.object({
  id: text.nullish().transform((id) => id ?? ''),
  action: z.string().nullish(),
  intParams: z.array(z.int()).nullish(),
  stringParams: z.array(text).nullish(),
});

export const wireReplySchema = z.object({
  id: z.string(),
  success: z.boolean(),
  message: z.string().nullable(),
  value: z.number(),
  message_list: z.array(z.string()).nullable(),
});

export type WireReply = z.infer<typeof wireReplySchema>;

export type Outcome = Partial<Omit<WireReply, 'id'>>;

export function wireReply(id: string, outcome: Outcome): WireReply {
  return { id, success: false, message: null, value: 0, message_list: null, ...outcome };
}

/** `ints` is null, not empty, if the request has no `intParams`. */
export type Args = Readonly<{ ints: readonly number[] | null; strings: readonly string[] }>;

export const DONE: Outcome = { success: true };
export const DONE_EMPTY: Outcome = { success: true, message: '' };

export function jsonOutcome(value: unknown): Outcome {
  return { success: true, message: JSON.stringify(value) };
}

export function failure(message: string): Outcome {
  return { success: false, message };
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Throws a SettingsError if the first string is not valid JSON of the schema. */
export function readSettings<T>({ strings: [text] }: Args, schema: z.ZodType<T>): T {
  if (text === undefined) throw new SettingsError('stringParams is empty');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
  const result = schema.safeParse(parsed);
  if (result.success) return result.data;
  throw new SettingsError(z.prettifyError(result.error).slice(0, 500));
}

export const vectorSchema = z
  .object({ x: z.number(), y: z.number(), z: z.number() })
  .transform(({ x, y, z: depth }) => [x, y, depth] as const);
