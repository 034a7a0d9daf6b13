/**
 * Conditions: goals, preconditions, conditions of effects.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { operatorAdvice } from '../diagnostics/operator_advice.ts';
import { alternatives, counted, quoted } from '../diagnostics/wording.ts';
import type { Atom, Formula } from './domain.ts';
import { commentAdvice, type Expression, isRunOn, type List, shown, type Word } from './expression.ts';
import { readTypedList } from './typed_list.ts';

/** What a parser needs beside the text. */
export type ParseContext = {
  readonly diagnostics: Diagnostics;
  /** Predicates declared so far: a word that is one of them is never taken for an operator that is not supported. */
  readonly predicates: ReadonlySet<string>;
};

const CONNECTIVES = ['and', 'or', 'not', 'imply', 'forall', 'exists', '='];
const COMPARISONS = new Set(['<', '>', '<=', '>=']);
const TRAJECTORY =
  'preference at-end always sometime within at-most-once sometime-after sometime-before always-within hold-during hold-after';
const UNSUPPORTED = new Set(TRAJECTORY.split(' '));

/** The formula, or null with a diagnostic. `()` is the empty conjunction where a whole condition may stand. */
export function parseFormula(expression: Expression, context: ParseContext): Formula | null {
  if (expression.kind === 'list' && expression.items.length === 0) return { kind: 'and', parts: [], at: expression.at };
  return parsePart(expression, context, 'a condition');
}

function parsePart(expression: Expression | undefined, context: ParseContext, where: string): Formula | null {
  const { diagnostics } = context;
  if (expression === undefined) return null;
  const head = expression.kind === 'list' ? expression.items[0] : undefined;
  if (expression.kind === 'word' || head === undefined) {
    diagnostics.report(
      'bad_condition',
      expression.at,
      `expected ${where} such as "(on ?x ?y)", found ${shown(expression)}${commentAdvice(expression)}`,
    );
    return null;
  }
  if (head.kind === 'list') {
    const known = 'a predicate, "and", "or", "not", "imply", "forall" or "exists"';
    const text = `expected ${known} behind "(", found ${shown(head)}; is "and" missing?`;
    diagnostics.report('bad_condition', head.at, text);
    return null;
  }
  return parseHeaded(head, expression, context);
}

function parseHeaded(head: Word, list: List, context: ParseContext): Formula | null {
  const { at } = list;
  const { diagnostics } = context;
  const parts = list.items.slice(1);
  switch (head.name) {
    case 'and':
    case 'or': {
      const where = `a condition in "(${head.name} …)"`;
      const read = parts.map((part, i) => (isRunOn(parts, i) ? null : parsePart(part, context, where)));
      return read.includes(null) ? null : { kind: head.name, parts: read as Formula[], at };
    }
    case 'not': {
      if (parts.length !== 1) {
        const text = `expected one condition in "(not …)", found ${parts.length}${notAdvice(parts[0])}`;
        diagnostics.report('not_arguments', at, text);
        return null;
      }
      const part = parsePart(parts[0], context, 'a condition in "(not …)"');
      return part === null ? null : { kind: 'not', part, at };
    }
    case 'imply': {
      if (parts.length !== 2) {
        diagnostics.report('imply_arguments', at, `expected two conditions in "(imply …)", found ${parts.length}`);
        return null;
      }
      const premise = parsePart(parts[0], context, 'a condition in "(imply …)"');
      const conclusion = parsePart(parts[1], context, 'a condition in "(imply …)"');
      return premise === null || conclusion === null ? null : { kind: 'imply', premise, conclusion, at };
    }
    case 'forall':
    case 'exists':
      return parseQuantified(head.name, list, context);
    case '=':
      return parseEquality(list, context);
    default:
      return parseOther(head, list, context);
  }
}

/** What to add where `(not on ?x ?y)` is written. */
export function notAdvice(first: Expression | undefined): string {
  return first?.kind === 'word' ? `; write ${quoted(`(not (${first.written} …))`)}` : '';
}

function parseQuantified(kind: 'forall' | 'exists', list: List, context: ParseContext): Formula | null {
  const { diagnostics } = context;
  const [, variables, part] = list.items;
  if (list.items.length !== 3) {
    const form = `"(${kind} (?x - type) CONDITION)"`;
    const join = list.items.length > 3 ? '; join conditions with "and"' : '';
    const advice = variables?.kind === 'word' ? '; variables stand in parentheses' : join;
    diagnostics.report(
      'quantifier_arguments',
      list.at,
      `expected ${form}, found ${counted(list.items.length - 1, 'part')}${advice}`,
    );
    return null;
  }
  if (variables?.kind !== 'list' || variables.items.length === 0) {
    const at = variables?.at ?? list.at;
    diagnostics.report(
      'quantifier_variables',
      at,
      `expected variables such as "(?x - type)", found ${shown(variables)}`,
    );
    return null;
  }
  const rules = { of: `variables of "${kind}"`, variables: true, either: true };
  const names = readTypedList(variables.items, rules, diagnostics);
  const read = parsePart(part, context, `a condition in "(${kind} …)"`);
  return read === null ? null : { kind, variables: names, part: read, at: list.at };
}

function parseEquality(list: List, context: ParseContext): Formula | null {
  const { diagnostics } = context;
  const [, left, right] = list.items;
  const sides = list.items.slice(1);
  if (sides.length !== 2) {
    diagnostics.report('equality_arguments', list.at, `expected two terms in "(= …)", found ${sides.length}`);
    return null;
  }
  if (left?.kind !== 'word' || right?.kind !== 'word') {
    diagnostics.report(
      'unsupported_condition',
      list.at,
      'numeric fluents are not supported: "=" compares objects only',
    );
    return null;
  }
  return { kind: 'equal', left, right, at: list.at };
}

/** An atom, or an operator that is not supported. */
function parseOther(head: Word, list: List, context: ParseContext): Formula | null {
  const { diagnostics, predicates } = context;
  const advice = operatorAdvice(head, 'condition', predicates);
  if (advice !== null) {
    diagnostics.report(
      'unknown_operator',
      head.at,
      `unknown operator ${quoted(head.written)} in a condition: ${advice}`,
    );
    return null;
  }
  if (!predicates.has(head.name)) {
    if (COMPARISONS.has(head.name)) {
      const text = `numeric fluents are not supported: a condition cannot compare with ${quoted(head.written)}`;
      diagnostics.report('unsupported_condition', head.at, text);
      return null;
    }
    if (UNSUPPORTED.has(head.name) && list.items.some((item) => item.kind === 'list')) {
      const text = `preferences and trajectory constraints are not supported: ${quoted(head.written)}`;
      diagnostics.report('unsupported_condition', head.at, text);
      return null;
    }
    if (list.items.length > 1 && list.items.slice(1).every((item) => item.kind === 'list')) {
      const known = [...CONNECTIVES, ...predicates];
      const text = `unknown operator or predicate ${quoted(head.written)}: ${alternatives(head.name, known, 'Known')}`;
      diagnostics.report('unknown_operator', head.at, text);
      return null;
    }
  }
  const atom = parseAtom(head, list, context);
  return atom === null ? null : { kind: 'atom', ...atom };
}

/** A predicate with words behind it; null, with a diagnostic, if a list stands among them. */
export function parseAtom(head: Word, list: List, { diagnostics, predicates }: ParseContext): Atom | null {
  const terms = list.items.slice(1);
  const nested = terms.find((term) => term.kind === 'list');
  if (nested !== undefined) {
    const advice = predicates.has(head.name) ? '' : ` (${quoted(head.written)} is not a declared predicate)`;
    const text = `expected a variable or an object behind ${quoted(head.written)}, found ${shown(nested)}${advice}`;
    diagnostics.report('nested_term', nested.at, text);
    return null;
  }
  return { predicate: head, terms: terms as Word[], at: list.at };
}
