/**
 * What is seen in a planning problem: all of it.
 *
 * @module
 */
import { z } from 'zod';

const texts = z.array(z.string());
const wordsOf = z.record(z.string(), z.string());

/** How a domain is put into words. A template has `{}` for an object. */
export const wordsSchema = z.strictObject({
  actions: wordsOf.describe('action → template, such as `stack {} on {}`'),
  facts: wordsOf.describe('predicate → template; with an empty one, its facts go without saying'),
  objects: wordsOf.describe('words → object; words with `{}` for a number → what comes before it in the object’s name'),
});

export const pddlObservationSchema = z.strictObject({
  world: z.literal('pddl'),
  domain: z.string(),
  /** Action → how many objects it takes. */
  actions: z.record(z.string(), z.int().min(0)),
  words: wordsSchema,
  objects: texts,
  /** A fact is its predicate and its objects, such as `on a b`. */
  facts: texts,
  goal: texts,
});

export type PddlObservation = z.infer<typeof pddlObservationSchema>;
