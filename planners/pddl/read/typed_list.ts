import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { mismatch, quote } from '../diagnostics/wording.ts';
import type { TypedName } from './domain.ts';
import { commentHint, type Expression, type List, reportUnexpected, type Word } from './expression.ts';

export type ListRules = Readonly<{
  noun: string;
  /** All variables may have `either` types; Fast Downward allows them only for parameters of predicates. */
  areVariables: boolean;
}>;

export const EITHER_MAX = 100;

const MARK = /[,:;"'`]$|^["'`:#]|^\/[/*]/;

export function readTypedList(items: readonly Expression[], rules: ListRules, log: Diagnostics): TypedName[] {
  const names: TypedName[] = [];
  let group: Word[] = [];
  let hasNames = false;
  let lists = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.kind === 'list') {
      hasNames = true;
      if (lists++ === 0) reportList(item, rules, log);
    } else if (item.name !== '-') {
      hasNames = true;
      if (isAllowed(item, items, i, rules, log)) group.push(item);
    } else {
      const type = items[++i];
      if (type === undefined) {
        log.report('bad_type', item, mismatch('a type after "-"', `the end of the ${rules.noun}`));
        break;
      }
      if (!hasNames) {
        const written = type.kind === 'word' ? type.written : '(…)';
        log.report('no_names_before_type', item, mismatch(`names before "- ${written}"`, 'none'));
      }
      const types = readType(type, rules, log);
      for (const name of group) names.push({ name, types });
      group = [];
      hasNames = false;
    }
  }
  for (const name of group) names.push({ name, types: null });
  return names;
}

function reportList(list: List, { noun }: ListRules, log: Diagnostics) {
  const words = list.items.map((item) => (item.kind === 'word' ? item.name : ''));
  const grouped = words.includes('-') ? `; write the ${noun} without parentheses around them` : '';
  const hint = words[0] === 'either' ? '; a "-" is missing' : grouped;
  reportUnexpected(log, 'bad_name', `a name among the ${noun}`, list, hint);
}

function isAllowed(
  word: Word,
  items: readonly Expression[],
  index: number,
  { noun, areVariables }: ListRules,
  log: Diagnostics,
): boolean {
  const { name } = word;
  if (areVariables && !name.startsWith('?')) {
    const message = mismatch(`a variable such as "?x" among the ${noun}`, quote(word), dashHint(items, index));
    log.report('bad_name', word, message);
    return false;
  }
  const reading = `${quote(word)} is read as one of the ${noun}`;
  if (name.startsWith('-')) log.report('dash_in_name', word, `${reading}; add a space after the "-"`);
  else if (MARK.test(name)) {
    const hint = name.includes(':')
      ? '; a type follows its names and a "-", as in "a b - type"'
      : '; separate names with spaces only';
    log.report('mark_in_name', word, `${reading}${commentHint(word) || hint}`);
  }
  return true;
}

function dashHint(items: readonly Expression[], index: number) {
  const isWord = (position: number, pattern: RegExp) => {
    const item = items[position];
    return item?.kind === 'word' && pattern.test(item.name);
  };
  if (isWord(index, /^-/)) return '; add a space after the "-"';
  if (isWord(index - 1, /.-$/)) return '; add a space before the "-"';
  const isTypeFirst = isWord(index + 1, /^\?/) || (isWord(index + 1, /^-$/) && isWord(index + 2, /^\?/));
  return isTypeFirst ? '; a type follows its variables and a "-", as in "?a ?b - type"' : '';
}

function readType(type: Expression, { noun, areVariables }: ListRules, log: Diagnostics): Word[] | null {
  if (type.kind === 'word') return [type];
  const [head, ...members] = type.items;
  if (head?.kind !== 'word' || head.name !== 'either') {
    return reportUnexpected(log, 'bad_type', 'a type or "(either …)" after "-"', type);
  }
  if (!areVariables) log.report('unsupported', type, `"either" is not supported for ${noun}; name one type`);
  const surplus = members[EITHER_MAX];
  if (surplus !== undefined) {
    log.report('too_many_types', surplus, mismatch(`at most ${EITHER_MAX} types in "(either …)"`, members.length));
    return [];
  }
  for (const member of members) {
    if (member.kind === 'list') reportUnexpected(log, 'bad_type', 'a type in "(either …)"', member);
  }
  return members.filter((member) => member.kind === 'word');
}
