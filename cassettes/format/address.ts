/**
 * Where a reply lies on a tape: task, trial, key of the request, and how often the episode had sent that request.
 *
 * The occurrence is counted within one episode, never by arrival, so replies do not depend on the order in which episodes run,
 * and planners that send the same request in the same task and trial share the answer (common random numbers).
 */
import { hash } from 'node:crypto';
import { z } from 'zod';

/** Files are named after tasks, and no file system takes names of more than 255 bytes. */
export const TASK_LENGTH_MAX = 200;

export const addressSchema = z.strictObject({
  /** `scene/name`. */
  task: z
    .string()
    .max(TASK_LENGTH_MAX)
    .regex(/^[a-z0-9_-]+\/[a-z0-9_.-]+$/),
  trial: z.int().nonnegative(),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** From 1. */
  occurrence: z.int().positive(),
});

export type Address = Readonly<z.infer<typeof addressSchema>>;

/** By code unit, numbers by value. */
export function compareAddresses(a: Address, b: Address): number {
  if (a.task !== b.task) return a.task < b.task ? -1 : 1;
  if (a.trial !== b.trial) return a.trial - b.trial;
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.occurrence - b.occurrence;
}

/** The address as one string, to index by. */
export function addressId({ task, trial, key, occurrence }: Address): string {
  return `${task} ${trial} ${key} ${occurrence}`;
}

/**
 * The address as a `custom_id` of a batch file: base64url SHA-256, 43 characters. The API allows 64, which hex would fill.
 */
export function customId(address: Address): string {
  return hash('sha256', addressId(address), 'base64url');
}
