/** What an action of the server gets, and what it says. */
import { z } from 'zod';
import type { WireReply } from '../wire.ts';

/** `ints` is null where a request has none, which is not the same as an empty list. */
export type Asked = { readonly ints: readonly number[] | null; readonly strings: readonly string[] };

export type Said = Partial<Omit<WireReply, 'id'>>;

export const DONE: Said = { success: true };
/** Where the original says an empty text. */
export const DONE_EMPTY: Said = { success: true, message: '' };

export function failed(message: string): Said {
  return { success: false, message };
}

/** Settings in `stringParams` that are not what they should be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The settings that a request brings as JSON in its first string. Throws a SettingsError. */
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
