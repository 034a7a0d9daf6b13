import * as fc from 'fast-check';

/**
 * Empty, incomplete or meaningless replies.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { HOSTILE_REPLIES } from 'tapedeck/testing';
 *
 * assert.ok(HOSTILE_REPLIES.includes('{"a":'));
 * ```
 */
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
 * Shrinks to hostile replies.
 *
 * ```ts
 * import * as fc from 'fast-check';
 * import { arbitraryReply } from 'tapedeck/testing';
 *
 * fc.assert(fc.property(arbitraryReply(['1. move(mug1)']), (reply) => reply.trim().length <= reply.length));
 * ```
 */
export function arbitraryReply(wellFormed: readonly string[] = []): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...HOSTILE_REPLIES, ...wellFormed),
    fc.string({ unit: character }),
    damagedReply(wellFormed),
  );
}

/** Like fast-check's `binary`, which takes a second per thread. */
export const character = fc.integer({ min: 0, max: 0x10ffff }).map(
  (code) => String.fromCodePoint(code),
  (text) => {
    if (typeof text !== 'string' || [...text].length !== 1) throw new Error('Expected a single character');
    return text.codePointAt(0)!;
  },
);

function damagedReply(wellFormed: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('', ...wellFormed),
      fc.nat(400),
      fc.nat(400),
      fc.oneof(fc.constantFrom(...HOSTILE_REPLIES), fc.string()),
    )
    .map(([reply, from, to, text]) => reply.slice(0, from) + text + reply.slice(to));
}
