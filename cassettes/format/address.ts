/**
 * The occurrence counts within one episode, so the order of episodes does not matter,
 * and planners with the same request in a task and trial share the answer (common random numbers).
 */
import { hash } from 'node:crypto';
import { z } from 'zod';

/** Task names become file names, which file systems limit to 255 bytes. */
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

/** Strings by code unit, numbers by value. */
export function compareAddresses(a: Address, b: Address): number {
  if (a.task !== b.task) return a.task < b.task ? -1 : 1;
  if (a.trial !== b.trial) return a.trial - b.trial;
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.occurrence - b.occurrence;
}

export function addressId({ task, trial, key, occurrence }: Address): string {
  return `${task} ${trial} ${key} ${occurrence}`;
}

/** Base64url SHA-256, 43 characters: the API allows 64, which hex would fill. */
export function customId(address: Address): string {
  return hash('sha256', addressId(address), 'base64url');
}
