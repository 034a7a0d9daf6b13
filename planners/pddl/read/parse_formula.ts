/**
 * Parses conditions: goals, preconditions, conditions of effects.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { operatorHint } from '../diagnostics/hints.ts';
import type { Atom, Formula } from './domain.ts';
import { type Expression, isRunOn, type List, shown, type Word } from './expression.ts';
import { readTypedList } from './typed_list.ts';

/** What parsers need beside the text. */
export type ParseContext = {
  readonly diagnostics: Diagnostics;
  /** Predicates declared so far; they are never mistaken for unsupported operators. */
  readonly predicates: ReadonlySet<string>;
};

const CONNECTIVES = ['and', 'or', 'not', 'imply', 'forall', 'exists', '='];
const COMPARISONS = new Set(['<', '>', '<=', '>=']);
const TRAJECTORY =
  'preference at-end always sometime within at-most-once sometime-after sometime-before always-within hold-during hold-after';
const UNSUPPORTED = new Set(TRAJECTORY.split(' '));

/** The formula, or null with a diagnostic. `()` in place of a whole condition is the empty conjunction. */
export function parseFormula(expression: Expression, context: ParseContext): Formula | null {
  if (expression.kind === 'list' && expression.items.length === 0) return { kind: 'and', parts: [], at: expression.at };
  return parsePart(expression, context, 'a condition');
}

function parsePart(expression: Expression | undefined, context: ParseContext, where: string): Formula | null {
  const { diagnostics } = context;
  if (expression === undefined) return null;
  const head = expression.kind === 'list' ? expression.items[0] : undefined;
  if (expression.kind === 'word' || head === undefined)
    return diagnostics.report('bad_condition', expression.at, where, shown(expression));
  if (head.kind === 'list') return diagnostics.report('bad_condition', head.at, null, shown(head));
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
      if (parts.length !== 1)
        return diagnostics.report('not_arguments', at, 'condition', parts.length, writtenOf(parts[0]));
      const part = parsePart(parts[0], context, 'a condition in "(not …)"');
      return part === null ? null : { kind: 'not', part, at };
    }
    case 'imply': {
      if (parts.length !== 2) return diagnostics.report('imply_arguments', at, parts.length);
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

/** A word as it is written; null for anything else. */
export function writtenOf(expression: Expression | undefined): string | null {
  return expression?.kind === 'word' ? expression.written : null;
}

function parseQuantified(kind: 'forall' | 'exists', list: List, context: ParseContext): Formula | null {
  const { diagnostics } = context;
  const [, variables, part] = list.items;
  if (list.items.length !== 3) {
    const isBare = variables?.kind === 'word';
    return diagnostics.report('quantifier_arguments', list.at, kind, list.items.length - 1, isBare);
  }
  if (variables?.kind !== 'list' || variables.items.length === 0)
    return diagnostics.report('quantifier_variables', variables?.at ?? list.at, shown(variables));
  const rules = { of: `variables of "${kind}"`, variables: true, either: true };
  const names = readTypedList(variables.items, rules, diagnostics);
  const read = parsePart(part, context, `a condition in "(${kind} …)"`);
  return read === null ? null : { kind, variables: names, part: read, at: list.at };
}

function parseEquality(list: List, context: ParseContext): Formula | null {
  const { diagnostics } = context;
  const [, left, right] = list.items;
  const sides = list.items.slice(1);
  if (sides.length !== 2) return diagnostics.report('equality_arguments', list.at, sides.length);
  if (left?.kind !== 'word' || right?.kind !== 'word')
    return diagnostics.report('unsupported_condition', list.at, '=', true);
  return { kind: 'equal', left, right, at: list.at };
}

/** An atom, unless it is an operator that is unknown or not supported. */
function parseOther(head: Word, list: List, context: ParseContext): Formula | null {
  const { diagnostics, predicates } = context;
  const hint = operatorHint(head.name, 'condition', predicates);
  if (hint !== null) return diagnostics.report('unknown_operator', head.at, head, 'a condition', hint);
  if (!predicates.has(head.name)) {
    if (COMPARISONS.has(head.name)) return diagnostics.report('unsupported_condition', head.at, head.written, true);
    if (UNSUPPORTED.has(head.name) && list.items.some((item) => item.kind === 'list'))
      return diagnostics.report('unsupported_condition', head.at, head.written, false);
    if (list.items.length > 1 && list.items.slice(1).every((item) => item.kind === 'list')) {
      const known = [...CONNECTIVES, ...predicates];
      return diagnostics.report('unknown_operator', head.at, head, 'a condition', known);
    }
  }
  const atom = parseAtom(head, list, context);
  return atom === null ? null : { kind: 'atom', ...atom };
}

/** A predicate with its arguments; null, with a diagnostic, if one of them is a list. */
export function parseAtom(head: Word, list: List, { diagnostics, predicates }: ParseContext): Atom | null {
  const terms = list.items.slice(1);
  const nested = terms.find((term) => term.kind === 'list');
  if (nested !== undefined)
    return diagnostics.report('nested_term', nested.at, head.written, shown(nested), predicates.has(head.name));
  return { predicate: head, terms: terms as Word[], at: list.at };
}
