/**
 * What is said of a character that PDDL does not have, and what to write instead.
 *
 * @module
 */
import { quoted } from './wording.ts';

/** Characters that word processors put in place of ASCII → what to do about them. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/\uFEFF/, 'it is a byte order mark; save the file without one'],
  [/[\p{Pd}\u2212]/u, 'write "-"'],
  [/\p{Zs}/u, 'write a blank'],
  [/[\p{Pi}\p{Pf}\u201E]/u, 'write names without quotes'],
];

/** Words for the character of `text` at `start`. */
export function foreignCharacter(text: string, start: number): string {
  const code = text.codePointAt(start) as number;
  const character = String.fromCodePoint(code);
  const number = code.toString(16).toUpperCase().padStart(4, '0');
  const [, advice] = LOOKALIKES.find(([like]) => like.test(character)) ?? [];
  const instead = advice === undefined ? '' : `; ${advice}`;
  return `cannot read ${quoted(character)} (U+${number}): PDDL is ASCII outside comments${instead}`;
}
