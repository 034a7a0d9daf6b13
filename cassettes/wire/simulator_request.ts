/** A simulator has state, so `before` stands for all earlier messages and answers of the episode. */
import { hash } from 'node:crypto';
import { z } from 'zod';

export type Json = z.core.util.JSONType;

/** Not copied: a copy could lose a field called `__proto__`. */
export const jsonSchema = z.custom<Json>((value) => value !== undefined, 'expected a value');

export const simulatorRequestSchema = z.strictObject({
  /** The protocol, such as `virtualhome`, whatever the simulator's address. */
  url: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  body: z.strictObject({
    /** `model` is null where none is asked. */
    planner: z.string(),
    model: z.string().nullable(),
    /** From `saidSoFar`; null at the start of an episode. */
    before: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    message: jsonSchema,
  }),
});

export type SimulatorRequest = z.infer<typeof simulatorRequestSchema>;

/** Digest of a conversation, 64 hexadecimal digits; `key` stands for everything before the answer. */
export function saidSoFar(key: string, answer: Json): string {
  return hash('sha256', JSON.stringify([key, hash('sha256', JSON.stringify(answer), 'hex')]), 'hex');
}

/** For canonical JSON: a lone surrogate becomes U+FFFD. */
export function wellFormed(message: Json): Json {
  return JSON.parse(JSON.stringify(message), (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}
