/**
 * Operators of other languages, and of the wrong place, in conditions and effects.
 *
 * @module
 */
import type { Word } from '../read/expression.ts';
import { quoted } from './wording.ts';

type Place = 'condition' | 'effect';

/** What is written → what PDDL writes. */
const MEANT: ReadonlyMap<string, string> = new Map([
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

/** What to say of a word that is no declared predicate and begins a condition or an effect; null for nothing. */
export function operatorAdvice({ name }: Word, place: Place, predicates: ReadonlySet<string>): string | null {
  if (predicates.has(name)) return null;
  if (name === 'when' && place === 'condition')
    return '"when" stands in effects; in a condition write "and", or "imply" if that is meant';
  if (name === 'if') return `did you mean "${place === 'effect' ? 'when' : 'imply'}"?`;
  const meant = MEANT.get(name);
  if (meant !== undefined) return `did you mean ${quoted(meant)}?`;
  const negated = /^[!~](.+)$/.exec(name)?.[1];
  return negated !== undefined && predicates.has(negated) ? `did you mean ${quoted(`(not (${negated} …))`)}?` : null;
}
