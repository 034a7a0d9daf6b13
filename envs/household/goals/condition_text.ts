/**
 * A condition of a goal in words, for those who read what an episode was about.
 *
 * @module
 */
import type { Condition, Domain, Term } from './goal.ts';

/** `some fridge: fridge is open` for `{"exists": "?fridge", "of": {"class": "fridge"}, "that": {"state": ["?fridge", "OPEN"]}}`. */
export function conditionText(condition: Condition): string {
  const [word, terms] = Object.entries(condition)[0] as [string, never];
  if ('forall' in condition) return quantified('every', condition.forall, condition);
  if ('exists' in condition) return quantified('some', condition.exists, condition);
  if ('count' in condition) return quantified(`at least ${condition.at_least}`, condition.count, condition);
  if ('and' in condition) return condition.and.map(inBrackets).join(' and ');
  if ('or' in condition) return condition.or.map(inBrackets).join(' or ');
  if ('not' in condition) return `not: ${conditionText(condition.not)}`;
  if ('ever' in condition) return `at some time ${inBrackets(condition.ever)}`;
  if ('then' in condition) return condition.then.map(inBrackets).join(' and after that ');
  if ('state' in condition) return `${bare(condition.state[0])} is ${condition.state[1].toLowerCase()}`;
  const [first = '', second = ''] = (terms as readonly Term[]).map(bare);
  return `${first} is ${ATOMS[word] ?? word}${second === '' ? '' : ` ${second}`}`;
}

/** What an atom says of its first term, before its second. */
const ATOMS: Readonly<Record<string, string>> = {
  on: 'on',
  inside: 'in',
  rests_on: 'on or above',
  in_room: 'in room',
  held: 'in a hand',
  near: 'close to the robot',
  visible: 'visible',
  graspable: 'graspable',
  heated: 'heated',
  toasted: 'toasted',
};

function quantified(how: string, variable: Term, { of, that }: { of: Domain; that: Condition }): string {
  return `${how} ${domainText(bare(variable), of)}: ${conditionText(that)}`;
}

/** The variable's name, and what it ranges over as far as the name does not tell that. */
function domainText(name: string, { class: classes, property, initially }: Domain): string {
  const each = classes === undefined ? [] : [classes].flat();
  const kind = each.length === 0 || (each.length === 1 && each[0] === name) ? '' : ` (${each.join(' or ')})`;
  const has = property === undefined ? '' : ` with ${property}`;
  const began = initially === undefined ? '' : ` for which at first ${conditionText(initially)}`;
  return `${name}${kind}${has}${began}`;
}

function inBrackets(condition: Condition): string {
  const text = conditionText(condition);
  return /: | and | or /.test(text) ? `(${text})` : text;
}

function bare(term: Term): string {
  return term.replace(/^\?/, '');
}
