import { hash } from 'node:crypto';
import { z } from 'zod';
import { tapedReplySchema } from '../wire/exchange.ts';
import type { RecordedReply } from '../wire/wire_reply.ts';

/** File names have at most 255 bytes. */
export const TASK_LENGTH_MAX = 200;

export const addressSchema = z.strictObject({
  task: z
    .string()
    .max(TASK_LENGTH_MAX)
    .regex(/^[a-z0-9_-]+\/[a-z0-9_.-]+$/),
  trial: z.int().nonnegative(),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Among equal requests of an episode, from 1. */
  occurrence: z.int().positive(),
});

/** Planners share the answer to an equal request (common random numbers). */
export type Address = Readonly<z.infer<typeof addressSchema>>;

export function compareAddresses(a: Address, b: Address): number {
  if (a.task !== b.task) return a.task < b.task ? -1 : 1;
  if (a.trial !== b.trial) return a.trial - b.trial;
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.occurrence - b.occurrence;
}

export function addressId({ task, trial, key, occurrence }: Address): string {
  return `${task} ${trial} ${key} ${occurrence}`;
}

/** Hex would fill the API's 64 characters. */
export function customId(address: Address): string {
  return hash('sha256', addressId(address), 'base64url');
}

/** `batch` includes hand-offs; `paper` is printed in a paper. */
export const sourceSchema = z.enum(['live', 'batch', 'paper', 'published']);

export const batchSchema = z.string().regex(/^[0-9a-f]{12}$/);

export const entrySchema = z.strictObject({
  ...addressSchema.shape,
  reply: tapedReplySchema,
  source: sourceSchema,
  batch: batchSchema.exactOptional(),
});

export type Entry = Readonly<z.infer<typeof entrySchema>>;

export type ModelEntry = Entry & { readonly reply: RecordedReply };

export function modelEntry(entry: Entry): ModelEntry {
  const { reply } = entry;
  if ('usage' in reply) return { ...entry, reply };
  throw new Error(`The recording of key "${entry.key}" is the answer of a simulator, not of a model`);
}
