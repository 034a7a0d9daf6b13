/**
 * A message to a simulator as a tape keeps it: what is said to it, by whom, and after what.
 *
 * A simulator has a state, so the same words later, or of another planner, are another request: `before` stands for all that was said
 * before in the episode, and for every answer. Whoever decides otherwise at one point asks for what was not recorded from there on.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';

/** What JSON can say. */
export type Json = z.core.util.JSONType;

/** Passed on as it is: it was parsed as JSON, and a copy could lose a field that is called `__proto__`. */
export const jsonSchema = z.custom<Json>((value) => value !== undefined, 'expected a value');

export const simulatorRequestSchema = z.strictObject({
  /** The protocol that is spoken, such as `virtualhome`, wherever the simulator is. */
  url: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  body: z.strictObject({
    /** Who plays, as traces name it; `model` is null where none is asked. */
    planner: z.string(),
    model: z.string().nullable(),
    /** What was said before, as `saidSoFar` has it; null at the beginning of an episode. */
    before: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    message: jsonSchema,
  }),
});

export type SimulatorRequest = z.infer<typeof simulatorRequestSchema>;

/** A conversation up to an answer. The request's key stands for all before it; 64 hexadecimal digits. */
export function saidSoFar(key: string, answer: Json): string {
  return hash('sha256', JSON.stringify([key, hash('sha256', JSON.stringify(answer), 'hex')]), 'hex');
}

/** Strings as canonical JSON takes them: a lone surrogate becomes U+FFFD. */
export function wellFormed(message: Json): Json {
  return JSON.parse(JSON.stringify(message), (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}
