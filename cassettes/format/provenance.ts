/**
 * Who answered, through which channel, when and how: what a manifest says of its recordings.
 *
 * `Answering` is what the person who records declares; the model is added from the replies themselves, so a manifest cannot
 * claim one that did not answer. What was ingested under one declaration is a batch, and its entries name it; live recordings, and
 * batches that were ingested before entries did, are described per source and model.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { reportedModelSchema } from '../wire/wire_reply.ts';
import { batchSchema, type Entry, sourceSchema } from './entry.ts';

export const answeringSchema = z.strictObject({
  /** Entries of this source are described. */
  source: sourceSchema,
  /** Who runs the model, such as `OpenAI`. */
  provider: z.string().min(1),
  /** How it was reached, such as `OpenAI Batch API` or `hand-off file`. */
  channel: z.string().min(1),
  /** `YYYY-MM-DD`, or `unknown`. */
  answeredOn: z.union([z.iso.date(), z.literal('unknown')]),
  /** What became of temperature and the like, such as `as requested` or `not applied`. */
  sampling: z.string().min(1),
  /** Who counted tokens, such as `as reported` or `computed locally from the visible text with cl100k_base (gpt-tokenizer)`. */
  tokenCounts: z.string().min(1),
  /** Whether the model may have reasoned out of sight before it answered, such as `none` or `possible`; unknown where absent. */
  hiddenReasoning: z.string().min(1).exactOptional(),
  /** Which tools the model had beside the request, such as `none`; unknown where absent. */
  tools: z.string().min(1).exactOptional(),
  note: z.string(),
  /** For hand-offs in which the one who answered saw other requests, too. */
  sharedContext: z
    .strictObject({
      /** Most requests that one context saw. */
      requestsMax: z.int().positive(),
      /** What no two requests of one context had in common, such as `scene`. */
      apart: z.array(z.string().min(1)).readonly(),
    })
    .exactOptional(),
  /** Entries that name this batch are described; those that name none where it is absent. */
  batch: batchSchema.exactOptional(),
});

export const provenanceSchema = z.strictObject({
  model: reportedModelSchema,
  ...answeringSchema.shape,
});

export type Answering = Readonly<z.infer<typeof answeringSchema>>;
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>;

/** Each provenance once, sorted. */
export function uniqueProvenance(list: readonly Provenance[]): readonly Provenance[] {
  // A schema gives fields in its own order.
  const ordered = list.map((provenance) => provenanceSchema.parse(provenance));
  const byText = new Map(ordered.map((provenance) => [JSON.stringify(provenance), provenance]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, provenance]) => provenance);
}

/** The same with the name of the batch that it describes: a digest of what it says now, kept when more is declared later. */
export function asBatch({ batch: _, ...answering }: Answering): Answering {
  const said = JSON.stringify(answeringSchema.parse(answering));
  return { ...answering, batch: hash('sha256', said, 'hex').slice(0, 12) };
}

/** Whether a provenance speaks of an entry. */
export function describes(
  { source, model, batch }: Provenance,
  entry: Pick<Entry, 'source' | 'reply' | 'batch'>,
): boolean {
  return source === entry.source && model === entry.reply.model && batch === entry.batch;
}
