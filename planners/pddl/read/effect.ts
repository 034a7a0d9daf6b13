import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { mismatch, quote } from '../diagnostics/wording.ts';
import type { Amount, Effect, FunctionTerm } from './domain.ts';
import {
  type Expression,
  excerpt,
  isEmptyList,
  type List,
  reportMiscount,
  reportUnexpected,
  type Word,
} from './expression.ts';
import {
  NO_NUMERIC_FLUENTS,
  notHint,
  operatorHint,
  type ParseContext,
  parseAtom,
  parseFormula,
  parseVariables,
  readParts,
} from './formula.ts';

const NUMERIC = /^(decrease|assign|scale-up|scale-down)$/;
const CHOICE = /^(or|imply|exists|oneof|probabilistic)$/;
const OPERATOR = /^(and|or|not|imply|forall|exists|when|increase)$/;
/** The search adds up costs in 32 bits. */
const NUMBER_MAX = 2 ** 31 - 1;

export function parseEffect(expression: Expression, context: ParseContext): Effect | null {
  if (isEmptyList(expression)) return { kind: 'and', parts: [], at: expression.at };
  return parsePart(expression, context, false);
}

function parsePart(list: Expression, context: ParseContext, isConditional: boolean): Effect | null {
  const { log } = context;
  const [head, ...parts] = list.kind === 'list' ? list.items : [];
  if (list.kind === 'word' || head?.kind !== 'word') {
    return reportUnexpected(log, 'bad_effect', 'an effect such as "(on ?x ?y)" or "(and …)"', list);
  }
  const { at } = list;
  const [first, second] = parts;
  switch (head.name) {
    case 'and': {
      const read = readParts(parts, (part) => parsePart(part, context, isConditional));
      return read && { kind: 'and', parts: read, at };
    }
    case 'not':
      return parseDelete(list, context);
    case 'when': {
      const hint = first?.kind === 'word' ? '; write the condition in parentheses' : '';
      if (parts.length !== 2) return reportMiscount(log, 'bad_effect', '"(when CONDITION EFFECT)"', list, hint);
      const condition = parseFormula(first!, context);
      const part = parsePart(second!, context, true);
      return condition && part && { kind: 'when', condition, part, at };
    }
    case 'forall': {
      const variables = parseVariables(list, 'bad_effect', '"(forall (?x - type) EFFECT)"', log);
      const part = variables && parsePart(second!, context, true);
      return part && { kind: 'forall', variables, part, at };
    }
    case 'increase':
      if (!isConditional) return parseIncrease(list, log);
      return log.report('unsupported', at, '"increase" in "when" or "forall" is not supported');
    default:
      return parseAdd(head, list, context);
  }
}

function parseAdd(head: Word, list: List, context: ParseContext): Effect | null {
  const { log, predicates } = context;
  const { name } = head;
  if (name === '=') return reportEquality(list, log);
  if (!predicates.has(name)) {
    const message = `${NO_NUMERIC_FLUENTS} except "(increase (total-cost) …)", found ${quote(head)}`;
    if (NUMERIC.test(name)) return log.report('unsupported', head, message);
    const hint = operatorHint(head, 'an effect', predicates);
    if (hint !== null) return log.report('unknown_operator', head, hint);
  }
  if (CHOICE.test(name)) {
    const message = `an effect cannot use ${quote(head)}; write "and", "when" or "forall", or several actions`;
    return log.report('bad_effect', head, message);
  }
  const atom = parseAtom(head, list, context);
  return atom && { kind: 'add', ...atom };
}

function reportEquality(list: List, log: Diagnostics): null {
  return log.report('equality_in_effect', list, 'an effect cannot change "=": an object equals only itself');
}

function parseDelete(list: List, context: ParseContext): Effect | null {
  const { log } = context;
  const [, part, more] = list.items;
  if (part === undefined || more !== undefined) {
    return reportMiscount(log, 'bad_effect', 'one atom in "(not …)"', list, notHint(part));
  }
  const head = part.kind === 'list' ? part.items[0] : undefined;
  if (part.kind === 'word' || head?.kind !== 'word') {
    return log.report('bad_effect', part, mismatch('an atom such as "(on ?x ?y)" in "(not …)"', excerpt(part)));
  }
  if (head.name === '=') return reportEquality(part, log);
  if (OPERATOR.test(head.name)) {
    const message = mismatch('an atom in "(not …)"', excerpt(part), '; write one "(not …)" per atom');
    return log.report('bad_effect', part, message);
  }
  const atom = parseAtom(head, part, context);
  return atom && { kind: 'delete', ...atom, at: list.at };
}

function parseIncrease(list: List, log: Diagnostics): Effect | null {
  const [, target, amount] = list.items;
  const what = '"(increase (total-cost) AMOUNT)"';
  if (target === undefined || amount === undefined || list.items.length > 3) {
    return reportMiscount(log, 'bad_effect', what, list);
  }
  const head = target.kind === 'list' ? target.items[0] : target;
  if (head?.kind === 'word' && head.name !== 'total-cost') {
    const message = `${NO_NUMERIC_FLUENTS}: only "(total-cost)" can be increased, found ${excerpt(target)}`;
    return log.report('unsupported', target, message);
  }
  if (target.kind === 'word' || head?.kind !== 'word' || target.items.length > 1) {
    return log.report('bad_effect', list, mismatch(what, excerpt(target), ' after "increase"'));
  }
  const read = readAmount(amount, log);
  return read === null ? null : { kind: 'increase', amount: read, at: list.at };
}

function readAmount(amount: Expression, log: Diagnostics): Amount | null {
  if (amount.kind === 'word' && /^[-\d.]/.test(amount.name)) return readNumber(amount, log);
  const term = readFunctionTerm(amount, log);
  if (term?.function.name !== 'total-cost') return term;
  return log.report('bad_effect', amount, '"(total-cost)" cannot be increased by itself');
}

export function readNumber(word: Word, log: Diagnostics): number | null {
  const { name } = word;
  const found = quote(word);
  const isWhole = /^\d+$/.test(name);
  if (isWhole && Number(name) <= NUMBER_MAX) return Number(name);
  if (isWhole) return log.report('unsupported', word, mismatch(`a number up to ${NUMBER_MAX}`, found));
  if (/^[\d.]+$/.test(name) && /\d/.test(name)) {
    return log.report('unsupported', word, `fractional numbers are not supported: ${found}`);
  }
  const what = name.startsWith('-') ? 'a non-negative number' : 'a number';
  return log.report('bad_value', word, mismatch(what, found), 'in it');
}

export function readFunctionTerm(expression: Expression, log: Diagnostics): FunctionTerm | null {
  const { at } = expression;
  if (expression.kind === 'word') return { function: expression, terms: [], at };
  const [head, ...terms] = expression.items;
  const nested = terms.find((term) => term.kind === 'list');
  if (head?.kind === 'word' && /^[-+*/]$/.test(head.name)) {
    return log.report('unsupported', nested ?? head, `arithmetic is not supported: ${excerpt(expression)}`);
  }
  if (head?.kind === 'word' && nested === undefined) return { function: head, terms: terms as Word[], at };
  const found = head?.kind === 'word' ? nested! : expression;
  const what = 'a number or a function such as "(distance ?x ?y)"';
  return log.report('bad_value', found, mismatch(what, excerpt(found)), 'in it');
}
