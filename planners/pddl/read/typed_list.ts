import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { mismatch, quote } from '../diagnostics/wording.ts';
import type { TypedName } from './domain.ts';
import { commentHint, type Expression, type List, reportUnexpected, type Word } from './expression.ts';

export type ListRules = Readonly<{
  of: string;
  /** Fast Downward supports `either` only in predicates; here all variables may have it. */
  variables: boolean;
}>;

export const EITHER_MAX = 100;

const MARK = /[,:;"'`]$|^["'`:#]|^\/[/*]/;

export function readTypedList(items: readonly Expression[], rules: ListRules, log: Diagnostics): TypedName[] {
  const names: TypedName[] = [];
  let group: Word[] = [];
  let isGroup = false;
  let lists = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.kind === 'list') {
      isGroup = true;
      if (lists++ === 0) reportList(item, rules, log);
    } else if (item.name !== '-') {
      isGroup = true;
      if (isAllowed(item, items, i, rules, log)) group.push(item);
    } else {
      const type = items[++i];
      if (type === undefined) {
        log.report('bad_type', item, mismatch('a type after "-"', `the end of the ${rules.of}`));
        break;
      }
      if (!isGroup) {
        const written = type.kind === 'word' ? type.written : '(…)';
        log.report('no_names_before_type', item, mismatch(`names before "- ${written}"`, 'none'));
      }
      const types = readType(type, rules, log);
      for (const name of group) names.push({ name, types });
      group = [];
      isGroup = false;
    }
  }
  for (const name of group) names.push({ name, types: null });
  return names;
}

function reportList(list: List, { of }: ListRules, log: Diagnostics) {
  const words = list.items.map((item) => (item.kind === 'word' ? item.name : ''));
  const grouped = words.includes('-') ? `; write the ${of} without parentheses around them` : '';
  const hint = words[0] === 'either' ? '; a "-" is missing' : grouped;
  reportUnexpected(log, 'bad_name', `a name among the ${of}`, list, hint);
}

function isAllowed(
  word: Word,
  items: readonly Expression[],
  index: number,
  { of, variables }: ListRules,
  log: Diagnostics,
): boolean {
  const { name } = word;
  if (variables && !name.startsWith('?')) {
    const message = mismatch(`a variable such as "?x" among the ${of}`, quote(word), slipAt(items, index));
    log.report('bad_name', word, message);
    return false;
  }
  const reading = `${quote(word)} is read as one of the ${of}`;
  if (name.startsWith('-')) log.report('dash_in_name', word, `${reading}; add a space after the "-"`);
  else if (MARK.test(name)) {
    const hint = name.includes(':')
      ? '; types follow the names they apply to and a "-"'
      : '; separate names with spaces only';
    log.report('mark_in_name', word, `${reading}${commentHint(word) || hint}`);
  }
  return true;
}

function slipAt(items: readonly Expression[], index: number) {
  const isWord = (at: number, pattern: RegExp) => {
    const item = items[at];
    return item?.kind === 'word' && pattern.test(item.name);
  };
  if (isWord(index, /^-/)) return '; add a space after the "-"';
  if (isWord(index - 1, /.-$/)) return '; add a space before the "-"';
  const isBefore = isWord(index + 1, /^\?/) || (isWord(index + 1, /^-$/) && isWord(index + 2, /^\?/));
  return isBefore ? '; write a type after the variable and a "-"' : '';
}

function readType(type: Expression, { of, variables }: ListRules, log: Diagnostics): Word[] | null {
  if (type.kind === 'word') return [type];
  const [head, ...members] = type.items;
  if (head?.kind !== 'word' || head.name !== 'either') {
    return reportUnexpected(log, 'bad_type', 'a type or "(either …)" after "-"', type);
  }
  if (!variables) log.report('unsupported', type, `"either" is not supported for ${of}; name one type`);
  const first = members[EITHER_MAX];
  if (first !== undefined) {
    log.report('too_many_types', first, mismatch(`at most ${EITHER_MAX} types in "(either …)"`, members.length));
    return [];
  }
  for (const member of members) {
    if (member.kind === 'list') reportUnexpected(log, 'bad_type', 'a type in "(either …)"', member);
  }
  return members.filter((member) => member.kind === 'word');
}
