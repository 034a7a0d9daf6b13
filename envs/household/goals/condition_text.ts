import type { Atom, Condition, Domain, Term } from './goal.ts';

type Phrases = ReadonlyMap<Term, string>;

/** `some fridge is open` for `{"exists": "?fridge", "of": {"class": "fridge"}, "that": {"state": ["?fridge", "OPEN"]}}`. */
export function conditionText(condition: Condition, phrases: Phrases = new Map()): string {
  if ('forall' in condition) return quantified('every', condition, phrases);
  if ('exists' in condition) return quantified('some', condition, phrases);
  if ('count' in condition) return quantified(`at least ${condition.at_least}`, condition, phrases);
  if ('and' in condition) return condition.and.map(inBrackets).join(' and ');
  if ('or' in condition) return condition.or.map(inBrackets).join(' or ');
  if ('not' in condition) {
    return isAtom(condition.not) ? atomText(condition.not, phrases, 'is not') : `not ${inBrackets(condition.not)}`;
  }
  if ('ever' in condition) return `at some time ${inBrackets(condition.ever)}`;
  if ('then' in condition) return condition.then.map(inBrackets).join(' and after that ');
  return atomText(condition, phrases, 'is');
}

const CONNECTIVES = ['and', 'or', 'not', 'forall', 'exists', 'count', 'ever', 'then'];

function isAtom(condition: Condition): condition is Atom {
  return !CONNECTIVES.some((word) => word in condition);
}

function atomText(atom: Atom, phrases: Phrases, verb: 'is' | 'is not'): string {
  const said = (term: Term) => phrases.get(term) ?? term.replace(/^\?/, 'the ');
  if ('state' in atom) return `${said(atom.state[0])} ${verb} ${atom.state[1].toLowerCase()}`;
  const [word, terms] = Object.entries(atom)[0] as [string, readonly Term[]];
  const [first = '', second = ''] = terms.map(said);
  return `${first} ${verb} ${ATOMS[word] ?? word}${second === '' ? '' : ` ${second}`}`;
}

const ATOMS: Readonly<Record<string, string>> = {
  on: 'on',
  inside: 'in',
  rests_on: 'on or above',
  in_room: 'in',
  held: 'in a hand',
  near: 'close to the robot',
  visible: 'visible',
  graspable: 'graspable',
  heated: 'heated',
  toasted: 'toasted',
};

type Quantified = Extract<Condition, { of: Domain }>;

function quantified(how: string, condition: Quantified, phrases: Phrases): string {
  const phrase = `${how} ${domainText(condition)}`;
  if (!isSaidInAtom(condition)) return `for ${phrase}, ${conditionText(condition.that, phrases)}`;
  return conditionText(condition.that, new Map([...phrases, [variableOf(condition), phrase]]));
}

function variableOf(condition: Quantified): Term {
  if ('forall' in condition) return condition.forall;
  return 'exists' in condition ? condition.exists : condition.count;
}

function isSaidInAtom(condition: Quantified): boolean {
  const variables: Term[] = [];
  const kinds = new Set<boolean>();
  let at: Condition = condition;
  while ('forall' in at || 'exists' in at) {
    if (at.of.initially !== undefined) return false;
    variables.push(variableOf(at));
    kinds.add('forall' in at);
    at = at.that;
  }
  if (!isAtom(at)) return false;
  const terms = Object.values(at)[0] as readonly Term[];
  const mentioned = terms.filter((term) => variables.includes(term));
  const ordered = (names: readonly Term[]) => (kinds.size > 1 ? names : names.toSorted()).join();
  return ordered(mentioned) === ordered(variables);
}

function domainText(condition: Quantified): string {
  const { class: classes, property, initially } = condition.of;
  const name = variableOf(condition).replace(/^\?/, '');
  const isPlural = 'count' in condition && condition.at_least > 1;
  const each = classes === undefined ? [] : [classes].flat();
  const kind = each.length === 0 || (each.length === 1 && each[0] === name) ? '' : ` (${each.join(' or ')})`;
  const has = property === undefined ? '' : ` with ${property}`;
  const began = initially === undefined ? '' : ` (at first ${conditionText(initially)})`;
  return `${name}${isPlural ? plural(name) : ''}${kind}${has}${began}`;
}

function plural(name: string): string {
  return /(s|x|ch|sh)$/.test(name) ? 'es' : 's';
}

function inBrackets(condition: Condition): string {
  const text = conditionText(condition);
  return /^for |, | and | or /.test(text) ? `(${text})` : text;
}
