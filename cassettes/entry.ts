/**
 * One recording: an address, what was answered there, and where the answer came from.
 *
 * @module
 */
import { z } from 'zod';
import { addressSchema } from './address.ts';
import { recordedReplySchema } from './wire_reply.ts';

/** `live` through an API, `batch` through a batch file or a hand-off, `paper` copied from a publication. */
export const sourceSchema = z.enum(['live', 'batch', 'paper']);

export const entrySchema = z.strictObject({
  ...addressSchema.shape,
  reply: recordedReplySchema,
  source: sourceSchema,
});

export type Source = z.infer<typeof sourceSchema>;
export type Entry = Readonly<z.infer<typeof entrySchema>>;

/** The entry with its fields in the order in which they stand in a line. */
export function orderEntry({ task, trial, key, occurrence, reply, source }: Entry): Entry {
  return { task, trial, key, occurrence, reply, source };
}
