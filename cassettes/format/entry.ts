import { z } from 'zod';
import { simulatorReplySchema } from '../wire/simulator_exchange.ts';
import { type RecordedReply, recordedReplySchema } from '../wire/wire_reply.ts';
import { addressSchema } from './address.ts';

/** `live`: API; `batch`: batch file or hand-off; `paper`: copied from a paper; `published`: published results. */
export const sourceSchema = z.enum(['live', 'batch', 'paper', 'published']);

/** Batch of the answer; the manifest holds its provenance. */
export const batchSchema = z.string().regex(/^[0-9a-f]{12}$/);

const tapedReplySchema = z.union([recordedReplySchema, simulatorReplySchema]);

export const entrySchema = z.strictObject({
  ...addressSchema.shape,
  reply: tapedReplySchema,
  source: sourceSchema,
  batch: batchSchema.exactOptional(),
});

export type Source = z.infer<typeof sourceSchema>;
export type TapedReply = z.infer<typeof tapedReplySchema>;
export type Entry = Readonly<z.infer<typeof entrySchema>>;

export type ModelEntry = Entry & { readonly reply: RecordedReply };

/** Throws on a simulator's reply. */
export function modelEntry(entry: Entry): ModelEntry {
  const { reply } = entry;
  if ('usage' in reply) return { ...entry, reply };
  throw new Error(`The recording of key "${entry.key}" is the answer of a simulator, not of a model`);
}
