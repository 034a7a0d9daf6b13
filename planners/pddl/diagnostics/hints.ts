/**
 * Hints for common slips: characters from word processors, text around the PDDL, operators of other languages.
 *
 * @module
 */
import { quoted } from './wording.ts';

/** Characters that word processors write in place of ASCII → what to do about them. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/\uFEFF/, 'it is a byte order mark; save the file without one'],
  [/[\p{Pd}\u2212]/u, 'write "-"'],
  [/\p{Zs}/u, 'write a blank'],
  [/[\p{Pi}\p{Pf}\u201E]/u, 'write names without quotes'],
];

/** What to write instead of a character beyond ASCII; empty if there is no advice. */
export function characterHint(character: string): string {
  const [, hint] = LOOKALIKES.find(([like]) => like.test(character)) ?? [];
  return hint === undefined ? '' : `; ${hint}`;
}

/**
 * What to do about text before or behind the one list that makes up a file. `found` is its first word, with the parenthesis
 * before it if there is one.
 */
export function textAroundHint(found: string): string {
  if (found.startsWith('```')) return 'it is a Markdown fence, and a file holds PDDL only';
  if (/^define$/i.test(found)) return 'a "(" is missing before it';
  if (/^\(define$/i.test(found)) return 'domain and problem are two files';
  return /^[(:]/.test(found) ? 'is a ")" too many?' : 'a file holds PDDL only, and comments begin with ";"';
}

/** A hint for a word, given in quotes, that begins a comment in other languages. */
export function commentHint(found: string): string {
  return /^"(\/\/|\/\*|#|--)/.test(found) ? '; a comment begins with ";"' : '';
}

/** Operator of other languages → its PDDL form. */
const OPERATORS_MEANT: ReadonlyMap<string, string> = new Map([
  ['&', 'and'],
  ['&&', 'and'],
  ['|', 'or'],
  ['||', 'or'],
  ['!', 'not'],
  ['~', 'not'],
  ['==', '='],
  ['eq', '='],
  ['equal', '='],
  ['equals', '='],
  ['!=', '(not (= …))'],
  ['/=', '(not (= …))'],
  ['<>', '(not (= …))'],
  ['neq', '(not (= …))'],
  ['not=', '(not (= …))'],
  ['implies', 'imply'],
  ['=>', 'imply'],
  ['->', 'imply'],
  ['all', 'forall'],
  ['exist', 'exists'],
]);

/** A hint for a word that begins a condition or an effect without being a declared predicate; null if there is none. */
export function operatorHint(
  name: string,
  place: 'condition' | 'effect',
  predicates: ReadonlySet<string>,
): string | null {
  if (predicates.has(name)) return null;
  if (name === 'when' && place === 'condition')
    return '"when" stands in effects; in a condition write "and", or "imply" if that is meant';
  if (name === 'if') return `did you mean "${place === 'effect' ? 'when' : 'imply'}"?`;
  const meant = OPERATORS_MEANT.get(name);
  if (meant !== undefined) return `did you mean ${quoted(meant)}?`;
  const negated = /^[!~](.+)$/.exec(name)?.[1];
  return negated !== undefined && predicates.has(negated) ? `did you mean ${quoted(`(not (${negated} …))`)}?` : null;
}
