/**
 * Reads lists of names with types: `a b - block c - (either x y) d`.
 *
 * @module
 */
import type { Complaints } from './complaints.ts';
import type { TypedName } from './domain.ts';
import type { Expression, Word } from './expression.ts';
import { quoted, shown } from './wording.ts';

export type ListRules = {
  /** What the names are, in the plural, for messages. */
  readonly of: string;
  readonly variables: boolean;
  /** Fast Downward knows `either` in predicates only; parameters and quantified variables are let pass here, too. */
  readonly either: boolean;
};

/** The names in order, each with the type of its group; what cannot be read is left out, with a complaint. */
export function readTypedList(items: readonly Expression[], rules: ListRules, complaints: Complaints): TypedName[] {
  const names: TypedName[] = [];
  let group: Word[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Expression;
    if (item.kind === 'list') {
      const advice = item.items[0]?.kind === 'word' && item.items[0].name === 'either' ? '; a "-" is missing' : '';
      complaints.add('not_a_name', item.at, `expected a name among the ${rules.of}, found ${shown(item)}${advice}`);
    } else if (item.name !== '-') {
      if (isAllowed(item, rules, complaints)) group.push(item);
    } else {
      const type = items[++i];
      if (type === undefined) {
        complaints.add('missing_type', item.at, `expected a type behind "-", found the end of the ${rules.of}`);
        break;
      }
      const dash = items[i - 2];
      if (dash === undefined || names.length + group.length === 0 || (group.length === 0 && dash.kind === 'word'))
        complaints.add('no_names_before_type', item.at, `expected names before "- ${shownType(type)}", found none`);
      const types = readType(type, rules, complaints);
      for (const name of group) names.push({ name, types });
      group = [];
    }
  }
  for (const name of group) names.push({ name, types: null });
  return names;
}

function isAllowed(word: Word, rules: ListRules, complaints: Complaints): boolean {
  const advice = word.name.startsWith('-') ? '; a blank is missing behind the "-"' : '';
  if (rules.variables && !word.name.startsWith('?')) {
    const found = `found ${quoted(word.written)}`;
    complaints.add(
      'not_a_variable',
      word.at,
      `expected a variable such as "?x" among the ${rules.of}, ${found}${advice}`,
    );
    return false;
  }
  if (word.name.startsWith('-'))
    complaints.add('dash_in_name', word.at, `${quoted(word.written)} is taken for one of the ${rules.of}${advice}`);
  return true;
}

function readType(type: Expression, rules: ListRules, complaints: Complaints): Word[] | null {
  if (type.kind === 'word') return [type];
  const [head, ...members] = type.items;
  if (head?.kind !== 'word' || head.name !== 'either') {
    complaints.add('bad_type', type.at, `expected a type or "(either …)" behind "-", found ${shown(type)}`);
    return null;
  }
  if (!rules.either)
    complaints.add('unsupported_either', type.at, `"either" is not supported for ${rules.of}; name one type`);
  const words = members.filter((member) => member.kind === 'word');
  for (const member of members)
    if (member.kind === 'list')
      complaints.add('bad_type', member.at, `expected a type in "(either …)", found ${shown(member)}`);
  return words;
}

function shownType(type: Expression): string {
  return type.kind === 'word' ? type.written : '(…)';
}
