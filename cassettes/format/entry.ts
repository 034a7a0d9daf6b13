/**
 * One recording: an address, what was answered there, and where the answer came from.
 *
 * @module
 */
import { z } from 'zod';
import { recordedReplySchema } from '../wire/wire_reply.ts';
import { addressSchema } from './address.ts';

/** `live` through an API, `batch` through a batch file or a hand-off, `paper` copied from a publication. */
export const sourceSchema = z.enum(['live', 'batch', 'paper']);

/** Which batch of answers it came with; the manifest says who answered it. */
export const batchSchema = z.string().regex(/^[0-9a-f]{12}$/);

export const entrySchema = z.strictObject({
  ...addressSchema.shape,
  reply: recordedReplySchema,
  source: sourceSchema,
  batch: batchSchema.exactOptional(),
});

export type Source = z.infer<typeof sourceSchema>;
export type Entry = Readonly<z.infer<typeof entrySchema>>;

/** The entry with its fields in the order in which they stand in a line. */
export function orderEntry({ task, trial, key, occurrence, reply, source, batch }: Entry): Entry {
  return { task, trial, key, occurrence, reply, source, ...(batch === undefined ? {} : { batch }) };
}
