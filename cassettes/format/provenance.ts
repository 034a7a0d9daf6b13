import { hash } from 'node:crypto';
import { z } from 'zod';
import { reportedModelSchema } from '../wire/wire_reply.ts';
import { distinct } from './distinct.ts';
import { type Address, batchSchema, type Entry, sourceSchema } from './entry.ts';

export const declarationSchema = z.strictObject({
  source: sourceSchema,
  provider: z.string().min(1),
  channel: z.string().min(1),
  answeredOn: z.union([z.iso.date(), z.literal('unknown')]),
  sampling: z.string().min(1),
  tokenCounts: z.string().min(1),
  hiddenReasoning: z.string().min(1).exactOptional(),
  tools: z.string().min(1).exactOptional(),
  note: z.string(),
  /** Only for hand-offs. */
  sharedContext: z
    .strictObject({ requestsMax: z.int().positive(), apart: z.array(z.string().min(1)).readonly() })
    .exactOptional(),
  batch: batchSchema.exactOptional(),
});

export const provenanceSchema = z.strictObject({ model: reportedModelSchema, ...declarationSchema.shape });

export type Declaration = Readonly<z.infer<typeof declarationSchema>>;
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>;

export function uniqueProvenance(list: readonly Provenance[]): readonly Provenance[] {
  // Parsing sorts the fields.
  return distinct(list.map((provenance) => provenanceSchema.parse(provenance)));
}

export function asBatch({ batch: _, ...declaration }: Declaration): Declaration {
  const text = JSON.stringify(declarationSchema.parse(declaration));
  return { ...declaration, batch: hash('sha256', text, 'hex').slice(0, 12) };
}

export function describes({ source, model, batch }: Provenance, entry: Omit<Entry, keyof Address>): boolean {
  return source === entry.source && model === entry.reply.model && batch === entry.batch;
}
