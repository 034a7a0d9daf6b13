/** One recording: an address, what was answered there, and where the answer came from. */
import { z } from 'zod';
import { simulatorReplySchema } from '../wire/simulator_reply.ts';
import { type RecordedReply, recordedReplySchema } from '../wire/wire_reply.ts';
import { addressSchema } from './address.ts';

/** `live` through an API, `batch` through a batch file or a hand-off, `paper` copied from a paper, `published` from published results. */
export const sourceSchema = z.enum(['live', 'batch', 'paper', 'published']);

/** Which batch of answers it came with; the manifest says who answered it. */
export const batchSchema = z.string().regex(/^[0-9a-f]{12}$/);

/** Of a model, or of a simulator. */
const tapedReplySchema = z.union([recordedReplySchema, simulatorReplySchema]);

/** In the order in which fields stand in a line. */
export const entrySchema = z.strictObject({
  ...addressSchema.shape,
  reply: tapedReplySchema,
  source: sourceSchema,
  batch: batchSchema.exactOptional(),
});

export type Source = z.infer<typeof sourceSchema>;
export type TapedReply = z.infer<typeof tapedReplySchema>;
export type Entry = Readonly<z.infer<typeof entrySchema>>;

/** A recording of what a model answered. */
export type ModelEntry = Entry & { readonly reply: RecordedReply };

/** Throws where a simulator answered. */
export function modelEntry(entry: Entry): ModelEntry {
  const { reply } = entry;
  if ('usage' in reply) return { ...entry, reply };
  throw new Error(`The recording of key "${entry.key}" is the answer of a simulator, not of a model`);
}
