/**
 * The model comes from the replies, so a manifest cannot claim another.
 *
 * Answers ingested under one declaration form a batch; others are described by source and model.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { reportedModelSchema } from '../wire/wire_reply.ts';
import { batchSchema, type Entry, sourceSchema } from './entry.ts';

export const answeringSchema = z.strictObject({
  source: sourceSchema,
  provider: z.string().min(1),
  channel: z.string().min(1),
  /** `YYYY-MM-DD`, or `unknown`. */
  answeredOn: z.union([z.iso.date(), z.literal('unknown')]),
  /** Such as `as requested` or `not applied`. */
  sampling: z.string().min(1),
  /** Such as `as reported` or `computed locally from the visible text with cl100k_base (gpt-tokenizer)`. */
  tokenCounts: z.string().min(1),
  /** Such as `none` or `possible`; unknown when absent. */
  hiddenReasoning: z.string().min(1).exactOptional(),
  /** Tools beside the request, such as `none`; unknown when absent. */
  tools: z.string().min(1).exactOptional(),
  note: z.string(),
  /** For hand-offs whose answerer saw other requests too. */
  sharedContext: z
    .strictObject({
      requestsMax: z.int().positive(),
      /** Labels that no two requests of a context share, such as `scene`. */
      apart: z.array(z.string().min(1)).readonly(),
    })
    .exactOptional(),
  /** Describes entries of this batch; when absent, entries without one. */
  batch: batchSchema.exactOptional(),
});

export const provenanceSchema = z.strictObject({
  model: reportedModelSchema,
  ...answeringSchema.shape,
});

export type Answering = Readonly<z.infer<typeof answeringSchema>>;
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>;

export function uniqueProvenance(list: readonly Provenance[]): readonly Provenance[] {
  // Parsing puts fields into schema order.
  const ordered = list.map((provenance) => provenanceSchema.parse(provenance));
  const byText = new Map(ordered.map((provenance) => [JSON.stringify(provenance), provenance]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, provenance]) => provenance);
}

/** The batch name is a digest of the first declaration; later additions keep it. */
export function asBatch({ batch: _, ...answering }: Answering): Answering {
  const said = JSON.stringify(answeringSchema.parse(answering));
  return { ...answering, batch: hash('sha256', said, 'hex').slice(0, 12) };
}

export function describes(
  { source, model, batch }: Provenance,
  entry: Pick<Entry, 'source' | 'reply' | 'batch'>,
): boolean {
  return source === entry.source && model === entry.reply.model && batch === entry.batch;
}
