/**
 * Effects of actions: add, delete, `and`, `when`, `forall`, and `(increase (total-cost) …)`.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { operatorAdvice } from '../diagnostics/operator_advice.ts';
import { counted, quoted } from '../diagnostics/wording.ts';
import type { Amount, Effect, FunctionTerm } from './domain.ts';
import { commentAdvice, type Expression, isRunOn, type List, shown, type Word } from './expression.ts';
import { notAdvice, type ParseContext, parseAtom, parseFormula } from './parse_formula.ts';
import { readTypedList } from './typed_list.ts';

const NUMERIC = new Set(['decrease', 'assign', 'scale-up', 'scale-down']);
const CHOICES = new Set(['or', 'imply', 'exists', 'oneof', 'probabilistic']);
/** Costs are added up in 32 bits by whoever searches. */
const NUMBER_MAX = 2 ** 31 - 1;

/** The effect, or null with a diagnostic. `()` is no effect where a whole effect may stand. */
export function parseEffect(expression: Expression, context: ParseContext): Effect | null {
  if (expression.kind === 'list' && expression.items.length === 0) return { kind: 'and', parts: [], at: expression.at };
  return parsePart(expression, context, false);
}

/** `conditional`: whether `when` or `forall` stands around. */
function parsePart(expression: Expression, context: ParseContext, conditional: boolean): Effect | null {
  const { diagnostics } = context;
  const head = expression.kind === 'list' ? expression.items[0] : undefined;
  if (expression.kind === 'word' || head === undefined || head.kind === 'list') {
    const found = `${shown(expression)}${commentAdvice(expression)}`;
    const text = `expected an effect such as "(on ?x ?y)" or "(and …)", found ${found}`;
    diagnostics.report('bad_effect', expression.at, text);
    return null;
  }
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
      if (conditional) {
        diagnostics.report('conditional_cost', at, '"increase" in "when" or "forall" is not supported');
        return null;
      }
      return parseIncrease(expression, diagnostics);
    default:
      return parseAdd(head, expression, context);
  }
}

function parseAdd(head: Word, list: List, context: ParseContext): Effect | null {
  const { diagnostics, predicates } = context;
  const operator = quoted(head.written);
  if (head.name === '=') {
    diagnostics.report(
      'equality_in_effect',
      list.at,
      'an effect cannot change "=": which objects are equal never changes',
    );
    return null;
  }
  if (!predicates.has(head.name) && NUMERIC.has(head.name)) {
    const text = `numeric fluents are not supported: ${operator}; only "(increase (total-cost) …)" is`;
    diagnostics.report('unsupported_effect', head.at, text);
    return null;
  }
  const advice = operatorAdvice(head, 'effect', predicates);
  if (advice !== null) {
    diagnostics.report('unknown_operator', head.at, `unknown operator ${operator} in an effect: ${advice}`);
    return null;
  }
  if (CHOICES.has(head.name)) {
    const text = `an effect cannot be a choice: ${operator}; write "and", "when" or "forall", or two actions`;
    diagnostics.report('choice_in_effect', head.at, text);
    return null;
  }
  const atom = parseAtom(head, list, context);
  return atom === null ? null : { kind: 'add', ...atom };
}

function parseDelete(list: List, context: ParseContext): Effect | null {
  const { diagnostics } = context;
  const [, part] = list.items;
  if (list.items.length !== 2) {
    const found = `found ${counted(list.items.length - 1, 'part')}${notAdvice(part)}`;
    diagnostics.report('not_arguments', list.at, `expected one atom in "(not …)", ${found}`);
    return null;
  }
  const head = part?.kind === 'list' ? part.items[0] : undefined;
  if (part?.kind !== 'list' || head?.kind !== 'word') {
    const text = `expected an atom such as "(on ?x ?y)" in "(not …)", found ${shown(part)}`;
    diagnostics.report('negated_effect', part?.at ?? list.at, text);
    return null;
  }
  if (head.name === '=') {
    diagnostics.report(
      'equality_in_effect',
      part.at,
      'an effect cannot change "=": which objects are equal never changes',
    );
    return null;
  }
  if (/^(and|or|not|imply|forall|exists|when|increase)$/.test(head.name)) {
    const text = `expected an atom in "(not …)", found ${shown(part)}; an effect deletes atoms one by one`;
    diagnostics.report('negated_effect', part.at, text);
    return null;
  }
  const atom = parseAtom(head, part, context);
  return atom === null ? null : { kind: 'delete', ...atom, at: list.at };
}

function parseWhen(list: List, context: ParseContext): Effect | null {
  const { diagnostics } = context;
  const [, first, second] = list.items;
  if (list.items.length !== 3 || first === undefined || second === undefined) {
    const advice = first?.kind === 'word' ? '; conditions stand in parentheses' : '';
    const text = `expected "(when CONDITION EFFECT)", found ${counted(list.items.length - 1, 'part')}${advice}`;
    diagnostics.report('when_arguments', list.at, text);
    return null;
  }
  const condition = parseFormula(first, context);
  const part = parsePart(second, context, true);
  return condition === null || part === null ? null : { kind: 'when', condition, part, at: list.at };
}

function parseForall(list: List, context: ParseContext): Effect | null {
  const { diagnostics } = context;
  const [, variables, second] = list.items;
  if (list.items.length !== 3 || second === undefined) {
    const advice = variables?.kind === 'word' ? '; variables stand in parentheses' : '';
    const text = `expected "(forall (?x - type) EFFECT)", found ${counted(list.items.length - 1, 'part')}${advice}`;
    diagnostics.report('forall_arguments', list.at, text);
    return null;
  }
  if (variables?.kind !== 'list') {
    const text = `expected variables such as "(?x - type)", found ${shown(variables)}`;
    diagnostics.report('forall_arguments', variables?.at ?? list.at, text);
    return null;
  }
  const rules = { of: 'variables of "forall"', variables: true, either: true };
  const names = readTypedList(variables.items, rules, diagnostics);
  const part = parsePart(second, context, true);
  return part === null ? null : { kind: 'forall', variables: names, part, at: list.at };
}

function parseIncrease(list: List, diagnostics: Diagnostics): Effect | null {
  const [, target, amount] = list.items;
  const head = target?.kind === 'list' ? target.items[0] : target;
  const isTotalCost = target?.kind === 'list' && target.items.length === 1;
  if (list.items.length === 3 && head?.kind === 'word' && head.name !== 'total-cost') {
    const text = `numeric fluents are not supported: only "(total-cost)" can be increased, found ${shown(target)}`;
    diagnostics.report('unsupported_effect', target?.at ?? list.at, text);
    return null;
  }
  if (list.items.length !== 3 || amount === undefined || !isTotalCost || head?.kind !== 'word') {
    diagnostics.report('bad_increase', list.at, 'expected "(increase (total-cost) AMOUNT)"');
    return null;
  }
  const read = readAmount(amount, diagnostics);
  return read === null ? null : { kind: 'increase', amount: read, at: list.at };
}

function readAmount(amount: Expression, diagnostics: Diagnostics): Amount | null {
  if (amount.kind === 'word' && /^[-\d.]/.test(amount.name)) return readNumber(amount, diagnostics);
  const term = readFunctionTerm(amount, diagnostics);
  if (term?.function.name === 'total-cost') {
    diagnostics.report('bad_increase', amount.at, '"(total-cost)" cannot be increased by itself');
    return null;
  }
  return term;
}

/** A number that a cost can be: whole, not negative. */
export function readNumber(word: Word, diagnostics: Diagnostics): number | null {
  const number = quoted(word.written);
  if (word.name.startsWith('-')) {
    diagnostics.report('negative_number', word.at, `expected a number that is not negative, found ${number}`);
  } else if (/^\d+$/.test(word.name)) {
    if (Number(word.name) <= NUMBER_MAX) return Number(word.name);
    diagnostics.report('large_number', word.at, `expected a number up to ${NUMBER_MAX}, found ${number}`);
  } else if (/^[\d.]+$/.test(word.name) && /\d/.test(word.name)) {
    diagnostics.report('fractional_number', word.at, `fractional numbers are not supported: ${number}`);
  } else diagnostics.report('bad_value', word.at, `expected a number, found ${number}`);
  return null;
}

/** A function with words behind it: `(distance ?x ?y)`, or `distance`. */
export function readFunctionTerm(expression: Expression, diagnostics: Diagnostics): FunctionTerm | null {
  if (expression.kind === 'word') return { function: expression, terms: [], at: expression.at };
  const [head, ...terms] = expression.items;
  const wrong = head?.kind === 'word' ? terms.find((term) => term.kind === 'list') : expression;
  if (head?.kind !== 'word' || wrong !== undefined) {
    const text = `expected a number or a function such as "(distance ?x ?y)", found ${shown(wrong)}`;
    const isArithmetic = head?.kind === 'word' && /^[-+*/]$/.test(head.name);
    const kind = isArithmetic ? 'unsupported_effect' : 'bad_value';
    diagnostics.report(
      kind,
      (wrong ?? expression).at,
      isArithmetic ? `arithmetic is not supported: ${shown(expression)}` : text,
    );
    return null;
  }
  if (/^[-+*/]$/.test(head.name)) {
    diagnostics.report('unsupported_effect', head.at, `arithmetic is not supported: ${shown(expression)}`);
    return null;
  }
  return { function: head, terms: terms as Word[], at: expression.at };
}
