/**
 * Replies of a language model for property tests: well-formed, damaged and hostile.
 *
 * @module
 */
import * as fc from 'fast-check';

/** What a model may say that no planner hoped for: nothing, half of something, bytes that are no text. */
export const HOSTILE_REPLIES: readonly string[] = [
  '',
  ' ',
  '\0',
  '\uFEFF',
  '\uD800',
  '```',
  '()',
  '(((((',
  '"',
  "'",
  '{"a":',
  '__proto__',
  '[[[',
  '\r\n\t',
];

/**
 * Any reply: hostile ones, text at random, and, where well-formed replies are given, these as they are and damaged. Shrinks towards
 * the hostile ones, the simplest first.
 */
export function arbitraryReply(wellFormed: readonly string[] = []): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...HOSTILE_REPLIES, ...wellFormed),
    fc.string({ unit: 'binary' }),
    damagedReply(wellFormed),
  );
}

/** A well-formed reply cut, spliced and stuttered. */
export function damagedReply(wellFormed: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('', ...wellFormed),
      fc.nat(400),
      fc.nat(400),
      fc.oneof(fc.constantFrom(...HOSTILE_REPLIES), fc.string()),
    )
    .map(([reply, from, to, text]) => reply.slice(0, from) + text + reply.slice(to));
}
