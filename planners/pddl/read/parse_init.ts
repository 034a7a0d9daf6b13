/**
 * Parses the initial state: atoms, `(not ATOM)`, and values of functions.
 *
 * @module
 */
import { counted } from '../diagnostics/wording.ts';
import { type Expression, isRunOn, type List, shown, type Word } from './expression.ts';
import { readFunctionTerm, readNumber } from './parse_effect.ts';
import { type ParseContext, parseAtom } from './parse_formula.ts';
import type { InitialFact } from './problem.ts';

/** The facts that can be read; there is a diagnostic for each of the others. */
export function parseInit(items: readonly Expression[], context: ParseContext): InitialFact[] {
  return items.flatMap((item, index) => {
    if (isRunOn(items, index)) return [];
    const fact = item.kind === 'word' ? reportWord(item, items[index + 1], context) : parseFact(item, context);
    return fact === null ? [] : [fact];
  });
}

function reportWord(word: Word, next: Expression | undefined, { diagnostics }: ParseContext): null {
  const isCall = next?.kind === 'list' && next.at.start === word.at.end;
  return diagnostics.report('bad_fact', word.at, shown(word), isCall ? word.written : null);
}

function parseFact(item: List, context: ParseContext): InitialFact | null {
  const { diagnostics, predicates } = context;
  const head = item.items[0];
  if (head?.kind !== 'word') return diagnostics.report('bad_fact', item.at, shown(item), null);
  if (head.name === '=') return parseValue(item, context);
  if (head.name === 'not') return parseAbsence(item, context);
  if (!predicates.has(head.name)) {
    if (/^(and|or|imply|forall|exists|when|oneof|unknown)$/.test(head.name))
      return diagnostics.report('connective_in_init', head.at, shown(item), head.written);
  }
  const [, time, literal] = item.items;
  if (head.name === 'at' && time?.kind === 'word' && /^[\d.]+$/.test(time.name) && literal?.kind === 'list')
    return diagnostics.report('unsupported_fact', item.at, 'timed_literal', shown(item));
  const atom = parseAtom(head, item, context);
  return atom === null ? null : { kind: 'true', ...atom };
}

function parseAbsence(list: List, context: ParseContext): InitialFact | null {
  const { diagnostics } = context;
  const [, part, more] = list.items;
  const head = part?.kind === 'list' ? part.items[0] : undefined;
  if (part?.kind !== 'list' || head?.kind !== 'word' || more !== undefined)
    return diagnostics.report('bad_fact', list.at, shown(more ?? part), null, true);
  const atom = parseAtom(head, part, context);
  return atom === null ? null : { kind: 'false', ...atom, at: list.at };
}

function parseValue(list: List, context: ParseContext): InitialFact | null {
  const { diagnostics } = context;
  const [, target, value] = list.items;
  if (list.items.length !== 3 || target === undefined || value === undefined) {
    const found = counted(list.items.length - 1, 'part');
    return diagnostics.report('bad_value', list.at, '"(= (FUNCTION OBJECT …) NUMBER)"', found);
  }
  if (value.kind === 'list' || isName(value)) {
    const found = shown(value);
    if (target.kind === 'list' && value.kind === 'word')
      diagnostics.report('unsupported_fact', value.at, 'object_fluent', found);
    else diagnostics.report('bad_value', value.at, 'a number in "(= (FUNCTION …) NUMBER)"', found, true);
    return null;
  }
  const number = readNumber(value, diagnostics);
  if (target.kind === 'word' && /^[-\d.]/.test(target.name))
    return diagnostics.report('bad_value', target.at, 'a function such as "(total-cost)"', shown(target));
  const term = readFunctionTerm(target, diagnostics);
  return term === null || number === null ? null : { kind: 'value', ...term, value: number, at: list.at };
}

function isName(word: Word): boolean {
  return !/^[-\d.]/.test(word.name);
}
