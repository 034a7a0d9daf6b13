import fc from 'fast-check';
import type { Action } from '../../envs/env.ts';
import { character } from '../kit/arbitrary_reply.ts';
import { PRIMITIVES } from '../read_calls.ts';

export const anyText = fc.string({ unit: character });

/** Any text, or one of these pieces, which `¦` parts. */
export function arbitraryText(pieces: string): fc.Arbitrary<string> {
  return fc.oneof(anyText, fc.string({ unit: fc.constantFrom(...pieces.split('¦')) }));
}

/** Each piece over and over, for readers that must take linear time. */
export function repeated(pieces: string, length: number): string[] {
  return pieces.split('¦').map((piece) => piece.repeat(Math.ceil(length / piece.length)));
}

/** Well-formed actions of the household. */
export function arbitraryAction(name: fc.Arbitrary<string>): fc.Arbitrary<Action> {
  return fc.constantFrom(...PRIMITIVES).chain(([verb, parameters]) => {
    return fc
      .array(name, { minLength: parameters.length, maxLength: parameters.length })
      .map((args) => ({ verb, args }));
  });
}
