/**
 * Who answered, through which channel, when and how: what a manifest says of its recordings.
 *
 * `Answering` is what the person who records declares; the model is added from the replies themselves, so a manifest cannot
 * claim one that did not answer.
 *
 * @module
 */
import { z } from 'zod';
import { sourceSchema } from './entry.ts';
import { reportedModelSchema } from './wire_reply.ts';

export const answeringSchema = z.strictObject({
  /** Entries of this source are described. */
  source: sourceSchema,
  /** Who runs the model, such as `OpenAI`. */
  provider: z.string().min(1),
  /** The road to it, such as `OpenAI Batch API` or `hand-off file`. */
  channel: z.string().min(1),
  /** `YYYY-MM-DD`, or `unknown`. */
  answeredOn: z.union([z.iso.date(), z.literal('unknown')]),
  /** What became of temperature and the like, such as `as requested` or `not applied`. */
  sampling: z.string().min(1),
  /** Who counted tokens, such as `as reported` or `computed locally with cl100k_base (gpt-tokenizer)`. */
  tokenCounts: z.string().min(1),
  note: z.string(),
});

export const provenanceSchema = z.strictObject({
  model: reportedModelSchema,
  ...answeringSchema.shape,
});

export type Answering = Readonly<z.infer<typeof answeringSchema>>;
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>;

/** Each provenance once, sorted. */
export function uniqueProvenance(list: readonly Provenance[]): readonly Provenance[] {
  const byText = new Map(list.map((provenance) => [JSON.stringify(ordered(provenance)), ordered(provenance)]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, provenance]) => provenance);
}

function ordered(provenance: Provenance): Provenance {
  const { model, source, provider, channel, answeredOn, sampling, tokenCounts, note } = provenance;
  return { model, source, provider, channel, answeredOn, sampling, tokenCounts, note };
}
