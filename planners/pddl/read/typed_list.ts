/**
 * Reads lists of names with types: `a b - block c - (either x y) d`.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { VariableSlip } from '../diagnostics/syntax_errors.ts';
import type { TypedName } from './domain.ts';
import { type Expression, type List, shown, type Word } from './expression.ts';

export type ListRules = {
  /** What the names are, in the plural; for messages. */
  readonly of: string;
  readonly variables: boolean;
  /** Fast Downward knows `either` in predicates only; here it is accepted for parameters and quantified variables, too. */
  readonly either: boolean;
};

/** Most types in one `either`: a bound, since subtypes are looked up for pairs of types. */
export const EITHER_MAX = 100;

/** The names in order, each with the type of its group. What cannot be read is reported and left out. */
export function readTypedList(items: readonly Expression[], rules: ListRules, diagnostics: Diagnostics): TypedName[] {
  const names: TypedName[] = [];
  let group: Word[] = [];
  let isGroup = false;
  let lists = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.kind === 'list') {
      isGroup = true;
      if (lists++ === 0) reportList(item, rules, diagnostics);
    } else if (item.name !== '-') {
      isGroup = true;
      if (isAllowed(items, i, rules, diagnostics)) group.push(item);
    } else {
      const type = items[++i];
      if (type === undefined) {
        diagnostics.report('missing_type', item.at, 'a type', `the end of the ${rules.of}`);
        break;
      }
      if (!isGroup) diagnostics.report('no_names_before_type', item.at, shownType(type));
      const types = readType(type, rules, diagnostics);
      for (const name of group) names.push({ name, types });
      group = [];
      isGroup = false;
    }
  }
  for (const name of group) names.push({ name, types: null });
  return names;
}

/** Only the first of several lists is reported, since they come from one slip. */
function reportList(list: List, { of }: ListRules, diagnostics: Diagnostics): void {
  const words = list.items.map((item) => (item.kind === 'word' ? item.name : ''));
  const isGroup = words.includes('-') && words[0] !== 'either';
  const either = words[0] === 'either' ? 'either' : null;
  diagnostics.report('not_a_name', list.at, of, shown(list), isGroup ? 'grouped' : either);
}

function isAllowed(items: readonly Expression[], index: number, rules: ListRules, diagnostics: Diagnostics): boolean {
  const word = items[index] as Word;
  if (rules.variables && !word.name.startsWith('?')) {
    diagnostics.report('not_a_variable', word.at, rules.of, word.written, slipAt(items, index));
    return false;
  }
  if (word.name.startsWith('-')) diagnostics.report('dash_in_name', word.at, word.written, rules.of);
  else if (MARK.test(word.name)) diagnostics.report('mark_in_name', word.at, word.written, rules.of);
  return true;
}

/** Marks that other languages put behind names or around them. */
const MARK = /[,:;"'`]$|^["'`:#]|^\/[/*]/;

/** What probably went wrong where a variable was expected. */
function slipAt(items: readonly Expression[], index: number): VariableSlip | null {
  const [before, word, next, last] = [items[index - 1], items[index], items[index + 1], items[index + 2]];
  if (word?.kind !== 'word') return null;
  if (word.name.startsWith('-')) return 'no_blank_behind_dash';
  if (isWord(before, /.-$/)) return 'no_blank_before_dash';
  const isBefore = isWord(next, /^\?/) || (isWord(next, /^-$/) && isWord(last, /^\?/));
  return isBefore ? 'type_first' : null;
}

function isWord(expression: Expression | undefined, pattern: RegExp): boolean {
  return expression?.kind === 'word' && pattern.test(expression.name);
}

function readType(type: Expression, rules: ListRules, diagnostics: Diagnostics): Word[] | null {
  if (type.kind === 'word') return [type];
  const [head, ...members] = type.items;
  if (head?.kind !== 'word' || head.name !== 'either')
    return diagnostics.report('bad_type', type.at, 'a type or "(either …)" behind "-"', shown(type));
  if (!rules.either) diagnostics.report('unsupported_either', type.at, rules.of);
  const first = members[EITHER_MAX];
  if (first !== undefined) {
    diagnostics.report('too_many_types', first.at, EITHER_MAX, members.length, ' in "(either …)"');
    return [];
  }
  const words = members.filter((member) => member.kind === 'word');
  for (const member of members)
    if (member.kind === 'list') diagnostics.report('bad_type', member.at, 'a type in "(either …)"', shown(member));
  return words;
}

function shownType(type: Expression): string {
  return type.kind === 'word' ? type.written : '(…)';
}
