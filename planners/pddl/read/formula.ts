import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { alternatives, mismatch, quote } from '../diagnostics/wording.ts';
import type { Atom, Formula, TypedName } from './domain.ts';
import {
  type Expression,
  excerpt,
  isEmptyList,
  isRunOn,
  type List,
  reportMiscount,
  reportUnexpected,
  type Word,
} from './expression.ts';
import { readTypedList } from './typed_list.ts';

export type ParseContext = Readonly<{ log: Diagnostics; predicates: ReadonlySet<string> }>;

const CONNECTIVES = ['and', 'or', 'not', 'imply', 'forall', 'exists', '='];
const COMPARISON = /^[<>]=?$/;
const TRAJECTORY =
  /^(preference|at-end|always|sometime|within|at-most-once|hold-(during|after)|sometime-(after|before)|always-within)$/;
export const NO_NUMERIC_FLUENTS = 'numeric fluents are not supported';

export function parseFormula(expression: Expression, context: ParseContext): Formula | null {
  if (isEmptyList(expression)) return { kind: 'and', parts: [], at: expression.at };
  return parsePart(expression, context, 'a condition');
}

function parsePart(list: Expression, context: ParseContext, where: string): Formula | null {
  const { log } = context;
  const [head, ...parts] = list.kind === 'list' ? list.items : [];
  if (list.kind === 'word' || head === undefined) {
    return reportUnexpected(log, 'bad_condition', `${where} such as "(on ?x ?y)"`, list);
  }
  if (head.kind === 'list') {
    const what = 'a predicate, "and", "or", "not", "imply", "forall" or "exists" after "("';
    return reportUnexpected(log, 'bad_condition', what, head, '; is "and" missing?');
  }
  const { at } = list;
  const inner = `a condition in "(${head.name} …)"`;
  const [first, second] = parts;
  switch (head.name) {
    case 'and':
    case 'or': {
      const read = readParts(parts, (part) => parsePart(part, context, inner));
      return read && { kind: head.name, parts: read, at };
    }
    case 'not': {
      const what = 'one condition in "(not …)"';
      if (parts.length !== 1) return reportMiscount(log, 'bad_condition', what, list, notHint(first));
      const part = parsePart(first!, context, inner);
      return part && { kind: 'not', part, at };
    }
    case 'imply': {
      if (parts.length !== 2) return reportMiscount(log, 'bad_condition', 'two conditions in "(imply …)"', list);
      const premise = parsePart(first!, context, inner);
      const conclusion = parsePart(second!, context, inner);
      return premise && conclusion && { kind: 'imply', premise, conclusion, at };
    }
    case 'forall':
    case 'exists': {
      const what = `"(${head.name} (?x - type) CONDITION)"`;
      const variables = parseVariables(list, 'bad_condition', what, log);
      const part = variables && parsePart(second!, context, inner);
      return part && { kind: head.name, variables, part, at };
    }
    case '=': {
      if (parts.length !== 2) return reportMiscount(log, 'bad_condition', 'two terms in "(= …)"', list);
      if (first?.kind === 'word' && second?.kind === 'word') return { kind: 'equal', left: first, right: second, at };
      return log.report('unsupported', at, `${NO_NUMERIC_FLUENTS}: "=" compares objects only`);
    }
    default:
      return parseAtomFormula(head, list, context);
  }
}

export function readParts<T>(parts: readonly Expression[], read: (part: Expression) => T | null): T[] | null {
  const all = parts.map((part, i) => (isRunOn(parts, i) ? null : read(part)));
  return all.includes(null) ? null : (all as T[]);
}

export function notHint(first: Expression | undefined): string {
  return first?.kind === 'word' ? `; write ${quote(`(not (${first.written} …))`)}` : '';
}

export function parseVariables(
  list: List,
  kind: 'bad_condition' | 'bad_effect',
  what: string,
  log: Diagnostics,
): TypedName[] | null {
  const [head, names] = list.items;
  const isCondition = kind === 'bad_condition';
  if (head?.kind !== 'word' || names === undefined || list.items.length !== 3) {
    const joinHint = isCondition && list.items.length > 3 ? '; join conditions with "and"' : '';
    const hint = names?.kind === 'word' ? '; write the variables in parentheses' : joinHint;
    return reportMiscount(log, kind, what, list, hint);
  }
  if (names.kind === 'word' || (isCondition && names.items.length === 0)) {
    return log.report(kind, names.at, mismatch('variables such as "(?x - type)"', excerpt(names)));
  }
  return readTypedList(names.items, { noun: `variables of "${head.name}"`, areVariables: true }, log);
}

function parseAtomFormula(head: Word, list: List, context: ParseContext): Formula | null {
  const { log, predicates } = context;
  const { name } = head;
  const [, ...parts] = list.items;
  if (!predicates.has(name)) {
    const hint = operatorHint(head, 'a condition', predicates);
    if (hint !== null) return log.report('unknown_operator', head, hint);
    if (COMPARISON.test(name)) {
      return log.report('unsupported', head, `${NO_NUMERIC_FLUENTS}: a condition cannot compare with ${quote(head)}`);
    }
    if (TRAJECTORY.test(name) && parts.some((part) => part.kind === 'list')) {
      const message = `preferences and trajectory constraints are not supported: ${quote(head)}`;
      return log.report('unsupported', head, message);
    }
    if (parts.length > 0 && parts.every((part) => part.kind === 'list')) {
      return log.report('unknown_operator', head, () => {
        const known = alternatives(name, [...CONNECTIVES, ...predicates], { label: 'Known' });
        return `unknown operator or predicate ${quote(head)}: ${known}`;
      });
    }
  }
  const atom = parseAtom(head, list, context);
  return atom && { kind: 'atom', ...atom };
}

export function parseAtom(head: Word, list: List, { log, predicates }: ParseContext): Atom | null {
  const [, ...terms] = list.items;
  const nested = terms.find((term) => term.kind === 'list');
  if (nested === undefined) return { predicate: head, terms: terms as Word[], at: list.at };
  const written = quote(head);
  const hint = predicates.has(head.name) ? '' : ` (${written} is not a declared predicate)`;
  return reportUnexpected(log, 'nested_term', `a variable or an object after ${written}`, nested, hint);
}

const OPERATORS_MEANT = new Map(
  [
    ['and', '& &&'],
    ['or', '| ||'],
    ['not', '! ~'],
    ['=', '== eq equal equals'],
    ['(not (= …))', '!= /= <> neq not='],
    ['imply', 'implies => ->'],
    ['forall', 'all'],
    ['exists', 'exist'],
  ].flatMap(([suggestion = '', others = '']) => others.split(' ').map((name) => [name, suggestion])),
);

export function operatorHint(
  word: Word,
  place: 'a condition' | 'an effect',
  predicates: ReadonlySet<string>,
): string | null {
  const { name } = word;
  const unknown = `unknown operator ${quote(word)} in ${place}`;
  if (name === 'when' && place === 'a condition') {
    return `${unknown}: "when" belongs in effects; in a condition, write "and" or "imply"`;
  }
  const negated = /^[!~](.+)$/.exec(name)?.[1];
  const negation = negated !== undefined && predicates.has(negated) ? `(not (${negated} …))` : undefined;
  const conditional = place === 'an effect' ? 'when' : 'imply';
  const suggestion = name === 'if' ? conditional : (OPERATORS_MEANT.get(name) ?? negation);
  return suggestion === undefined ? null : `${unknown}: did you mean ${quote(suggestion)}?`;
}
