/**
 * After `Communication.cs` of VirtualHome's Unity project and `comm_unity.py`, its Python client.
 * Structured values travel as JSON strings in `stringParams` and `message`.
 */
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

export function wireReply(id: string, said: Said = {}): WireReply {
  return { id, success: false, message: null, value: 0, message_list: null, ...said };
}

/** `ints` is null if the request has none, unlike an empty list. */
export type Asked = { readonly ints: readonly number[] | null; readonly strings: readonly string[] };

export type Said = Partial<Omit<WireReply, 'id'>>;

export const DONE: Said = { success: true };
/** The original replies with empty text. */
export const DONE_EMPTY: Said = { success: true, message: '' };

/** Structured values travel as text. */
export function saidJson(value: unknown): Said {
  return { success: true, message: JSON.stringify(value) };
}

export function failed(message: string): Said {
  return { success: false, message };
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Parses the first string as JSON. Throws a SettingsError. */
export function settings<T>({ strings: [text] }: Asked, schema: z.ZodType<T>): T {
  if (text === undefined) throw new SettingsError('stringParams is empty');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
  const read = schema.safeParse(parsed);
  if (read.success) return read.data;
  throw new SettingsError(z.prettifyError(read.error).slice(0, 500));
}

export const vectorSchema = z
  .object({ x: z.number(), y: z.number(), z: z.number() })
  .transform(({ x, y, z: depth }) => [x, y, depth] as const);
