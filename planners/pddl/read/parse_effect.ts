/**
 * Parses effects: add, delete, `and`, `when`, `forall`, and `(increase (total-cost) …)`.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { operatorHint } from '../diagnostics/hints.ts';
import type { Amount, Effect, FunctionTerm } from './domain.ts';
import { type Expression, isRunOn, type List, shown, type Word } from './expression.ts';
import { type ParseContext, parseAtom, parseFormula, writtenOf } from './parse_formula.ts';
import { readTypedList } from './typed_list.ts';

const NUMERIC = new Set(['decrease', 'assign', 'scale-up', 'scale-down']);
const CHOICES = new Set(['or', 'imply', 'exists', 'oneof', 'probabilistic']);
/** The search adds up costs in 32 bits. */
const NUMBER_MAX = 2 ** 31 - 1;

/** The effect, or null with a diagnostic. `()` in place of a whole effect means none. */
export function parseEffect(expression: Expression, context: ParseContext): Effect | null {
  if (expression.kind === 'list' && expression.items.length === 0) return { kind: 'and', parts: [], at: expression.at };
  return parsePart(expression, context, false);
}

/** `conditional`: whether it stands inside `when` or `forall`. */
function parsePart(expression: Expression, context: ParseContext, conditional: boolean): Effect | null {
  const { diagnostics } = context;
  const head = expression.kind === 'list' ? expression.items[0] : undefined;
  if (expression.kind === 'word' || head === undefined || head.kind === 'list')
    return diagnostics.report('bad_effect', expression.at, shown(expression));
  const { at } = expression;
  switch (head.name) {
    case 'and': {
      const items = expression.items.slice(1);
      const parts = items.map((part, i) => (isRunOn(items, i) ? null : parsePart(part, context, conditional)));
      return parts.includes(null) ? null : { kind: 'and', parts: parts as Effect[], at };
    }
    case 'not':
      return parseDelete(expression, context);
    case 'when':
      return parseWhen(expression, context);
    case 'forall':
      return parseForall(expression, context);
    case 'increase':
      if (conditional) return diagnostics.report('conditional_cost', at);
      return parseIncrease(expression, diagnostics);
    default:
      return parseAdd(head, expression, context);
  }
}

function parseAdd(head: Word, list: List, context: ParseContext): Effect | null {
  const { diagnostics, predicates } = context;
  if (head.name === '=') return diagnostics.report('equality_in_effect', list.at);
  if (!predicates.has(head.name) && NUMERIC.has(head.name))
    return diagnostics.report('unsupported_effect', head.at, 'operator', shown(head));
  const hint = operatorHint(head.name, 'effect', predicates);
  if (hint !== null) return diagnostics.report('unknown_operator', head.at, head, 'an effect', hint);
  if (CHOICES.has(head.name)) return diagnostics.report('choice_in_effect', head.at, head.written);
  const atom = parseAtom(head, list, context);
  return atom === null ? null : { kind: 'add', ...atom };
}

function parseDelete(list: List, context: ParseContext): Effect | null {
  const { diagnostics } = context;
  const [, part] = list.items;
  if (list.items.length !== 2)
    return diagnostics.report('not_arguments', list.at, 'atom', list.items.length - 1, writtenOf(part));
  const head = part?.kind === 'list' ? part.items[0] : undefined;
  if (part?.kind !== 'list' || head?.kind !== 'word')
    return diagnostics.report('negated_effect', part?.at ?? list.at, shown(part), false);
  if (head.name === '=') return diagnostics.report('equality_in_effect', part.at);
  if (/^(and|or|not|imply|forall|exists|when|increase)$/.test(head.name))
    return diagnostics.report('negated_effect', part.at, shown(part), true);
  const atom = parseAtom(head, part, context);
  return atom === null ? null : { kind: 'delete', ...atom, at: list.at };
}

function parseWhen(list: List, context: ParseContext): Effect | null {
  const { diagnostics } = context;
  const [, first, second] = list.items;
  if (list.items.length !== 3 || first === undefined || second === undefined)
    return diagnostics.report('when_arguments', list.at, list.items.length - 1, first?.kind === 'word');
  const condition = parseFormula(first, context);
  const part = parsePart(second, context, true);
  return condition === null || part === null ? null : { kind: 'when', condition, part, at: list.at };
}

function parseForall(list: List, context: ParseContext): Effect | null {
  const { diagnostics } = context;
  const [, variables, second] = list.items;
  if (list.items.length !== 3 || second === undefined)
    return diagnostics.report('forall_arguments', list.at, list.items.length - 1, variables?.kind === 'word');
  if (variables?.kind !== 'list')
    return diagnostics.report('forall_arguments', variables?.at ?? list.at, shown(variables));
  const rules = { of: 'variables of "forall"', variables: true, either: true };
  const names = readTypedList(variables.items, rules, diagnostics);
  const part = parsePart(second, context, true);
  return part === null ? null : { kind: 'forall', variables: names, part, at: list.at };
}

function parseIncrease(list: List, diagnostics: Diagnostics): Effect | null {
  const [, target, amount] = list.items;
  const head = target?.kind === 'list' ? target.items[0] : target;
  const isTotalCost = target?.kind === 'list' && target.items.length === 1;
  if (list.items.length === 3 && head?.kind === 'word' && head.name !== 'total-cost')
    return diagnostics.report('unsupported_effect', target?.at ?? list.at, 'target', shown(target));
  if (list.items.length !== 3 || amount === undefined || !isTotalCost || head?.kind !== 'word')
    return diagnostics.report('bad_increase', list.at);
  const read = readAmount(amount, diagnostics);
  return read === null ? null : { kind: 'increase', amount: read, at: list.at };
}

function readAmount(amount: Expression, diagnostics: Diagnostics): Amount | null {
  if (amount.kind === 'word' && /^[-\d.]/.test(amount.name)) return readNumber(amount, diagnostics);
  const term = readFunctionTerm(amount, diagnostics);
  if (term?.function.name === 'total-cost') return diagnostics.report('bad_increase', amount.at, true);
  return term;
}

/** A number that may be a cost: whole and not negative. */
export function readNumber(word: Word, diagnostics: Diagnostics): number | null {
  if (word.name.startsWith('-')) diagnostics.report('negative_number', word.at, word.written);
  else if (/^\d+$/.test(word.name)) {
    if (Number(word.name) <= NUMBER_MAX) return Number(word.name);
    diagnostics.report('large_number', word.at, NUMBER_MAX, word.written);
  } else if (/^[\d.]+$/.test(word.name) && /\d/.test(word.name)) {
    diagnostics.report('fractional_number', word.at, word.written);
  } else diagnostics.report('bad_value', word.at, 'a number', shown(word));
  return null;
}

/** A function with its arguments, `(distance ?x ?y)`, or just `distance`. */
export function readFunctionTerm(expression: Expression, diagnostics: Diagnostics): FunctionTerm | null {
  if (expression.kind === 'word') return { function: expression, terms: [], at: expression.at };
  const [head, ...terms] = expression.items;
  const wrong = head?.kind === 'word' ? terms.find((term) => term.kind === 'list') : expression;
  if (head?.kind !== 'word' || wrong !== undefined) {
    const at = (wrong ?? expression).at;
    if (head?.kind === 'word' && /^[-+*/]$/.test(head.name))
      diagnostics.report('unsupported_effect', at, 'arithmetic', shown(expression));
    else diagnostics.report('bad_value', at, 'a number or a function such as "(distance ?x ?y)"', shown(wrong));
    return null;
  }
  if (/^[-+*/]$/.test(head.name))
    return diagnostics.report('unsupported_effect', head.at, 'arithmetic', shown(expression));
  return { function: head, terms: terms as Word[], at: expression.at };
}
