import { type Atom, type Condition, type Quantified, type Term, variableOf } from './goal.ts';

type Phrases = ReadonlyMap<Term, string>;

/** Such as `some fridge is open`. */
export function conditionText(condition: Condition, phrases: Phrases = new Map()): string {
  if ('of' in condition) return quantifiedText(condition, phrases);
  if ('and' in condition) return condition.and.map(inBrackets).join(' and ');
  if ('or' in condition) return condition.or.map(inBrackets).join(' or ');
  if ('not' in condition) {
    return isAtom(condition.not) ? atomText(condition.not, phrases, 'is not') : `not ${inBrackets(condition.not)}`;
  }
  if ('ever' in condition) return `at some time ${inBrackets(condition.ever)}`;
  if ('then' in condition) return condition.then.map(inBrackets).join(' and after that ');
  return atomText(condition, phrases, 'is');
}

const CONNECTIVES = ['and', 'or', 'not', 'of', 'ever', 'then'];

function isAtom(condition: Condition): condition is Atom {
  return !CONNECTIVES.some((word) => word in condition);
}

function atomText(atom: Atom, phrases: Phrases, verb: 'is' | 'is not'): string {
  const phraseOf = (term: Term) => phrases.get(term) ?? term.replace(/^\?/, 'the ');
  if ('state' in atom) return `${phraseOf(atom.state[0])} ${verb} ${atom.state[1].toLowerCase()}`;
  const [word, terms] = Object.entries(atom)[0] as [string, readonly Term[]];
  const [first = '', second = ''] = terms.map(phraseOf);
  return `${first} ${verb} ${ATOMS[word] ?? word}${second === '' ? '' : ` ${second}`}`;
}

const ATOMS: Readonly<Record<string, string>> = {
  inside: 'in',
  rests_on: 'supported by',
  in_room: 'in',
  held: 'in a hand',
  near: 'close to the robot',
};

function quantifiedText(condition: Quantified, phrases: Phrases): string {
  const phrase = `${amountText(condition)} ${domainText(condition)}`;
  if (!fitsInAtom(condition)) return `for ${phrase}, ${conditionText(condition.that, phrases)}`;
  return conditionText(condition.that, new Map([...phrases, [variableOf(condition), phrase]]));
}

function amountText(condition: Quantified): string {
  if ('count' in condition) return `at least ${condition.at_least}`;
  return 'forall' in condition ? 'every' : 'some';
}

/** Whether phrases can replace the variables without a change of meaning. */
function fitsInAtom(condition: Quantified): boolean {
  const variables: Term[] = [];
  const kinds = new Set<boolean>();
  let inner: Condition = condition;
  while ('forall' in inner || 'exists' in inner) {
    if (inner.of.initially !== undefined) return false;
    variables.push(variableOf(inner));
    kinds.add('forall' in inner);
    inner = inner.that;
  }
  if (!isAtom(inner)) return false;
  const terms = Object.values(inner)[0] as readonly Term[];
  const mentioned = terms.filter((term) => variables.includes(term));
  const ordered = (names: readonly Term[]) => (kinds.size > 1 ? names : names.toSorted()).join();
  return ordered(mentioned) === ordered(variables);
}

function domainText(condition: Quantified): string {
  const { class: classes, property, initially } = condition.of;
  const name = variableOf(condition).replace(/^\?/, '');
  const isPlural = 'count' in condition && condition.at_least > 1;
  const kinds = [classes ?? name].flat().join(' or ');
  const kind = kinds === name ? '' : ` (${kinds})`;
  const propertyText = property === undefined ? '' : ` with ${property}`;
  const initialText = initially === undefined ? '' : ` (at first ${conditionText(initially)})`;
  const plural = /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
  return `${isPlural ? plural : name}${kind}${propertyText}${initialText}`;
}

function inBrackets(condition: Condition): string {
  const text = conditionText(condition);
  return /^for |, | and | or /.test(text) ? `(${text})` : text;
}
