/**
 * Parses actions: a name, then `:parameters`, `:precondition` and `:effect` in this order; the first two are optional.
 *
 * @module
 */
import { quoted } from '../diagnostics/wording.ts';
import type { Action } from './domain.ts';
import { type Expression, type List, shown, type Word } from './expression.ts';
import { parseEffect } from './parse_effect.ts';
import { type ParseContext, parseFormula } from './parse_formula.ts';
import { readTypedList } from './typed_list.ts';

const FIELDS = [':parameters', ':precondition', ':effect'];

/** The action, or null with a diagnostic. */
export function parseAction(list: List, context: ParseContext): Action | null {
  const { diagnostics } = context;
  const [, name, ...rest] = list.items;
  if (name?.kind !== 'word' || FIELDS.includes(name.name))
    return diagnostics.report('unnamed_action', name?.at ?? list.at, shown(name));
  const before = diagnostics.errors.length;
  const values = readFields(name, rest, context);
  const parameters = values.get(':parameters');
  const rules = { of: 'parameters', variables: true, either: true };
  const names = parameters === undefined ? [] : readTypedList(parameters.items, rules, diagnostics);
  const condition = values.get(':precondition');
  const precondition = condition === undefined ? null : parseFormula(condition, context);
  const outcome = values.get(':effect');
  const effect = outcome === undefined ? null : parseEffect(outcome, context);
  if (outcome === undefined && diagnostics.errors.length === before)
    diagnostics.report('missing_field', list.at, name.written);
  if (effect === null || (condition !== undefined && precondition === null)) return null;
  return { name, parameters: names, precondition, effect, at: list.at };
}

function readFields(name: Word, rest: readonly Expression[], { diagnostics }: ParseContext): Map<string, List> {
  const values = new Map<string, List>();
  let last = -1;
  for (let i = 0; i < rest.length; i++) {
    const key = rest[i]!;
    if (key.kind === 'list') {
      diagnostics.report('bad_field', key.at, `one of ${FIELDS.map(quoted).join(', ')}`, shown(key), i > 0);
      continue;
    }
    const value = rest[i + 1];
    const field = FIELDS.indexOf(key.name);
    if (field < 0) {
      diagnostics.report('unknown_field', key.at, key, name.written, FIELDS, i === 0);
      i = nextPart(rest, i + 1) - 1;
      continue;
    }
    if (values.has(key.name)) diagnostics.report('duplicate_field', key.at, key.written, name.written);
    else if (field < last) diagnostics.report('field_order', key.at, key.written, FIELDS[last]!);
    last = Math.max(last, field);
    if (value?.kind !== 'list') {
      const found = value === undefined ? 'the end of the action' : shown(value);
      diagnostics.report('bad_field', value?.at ?? key.at, `"(…)" behind ${quoted(key.written)}`, found);
      i = nextPart(rest, i + 1) - 1;
      continue;
    }
    i++;
    if (!values.has(key.name)) values.set(key.name, value);
  }
  return values;
}

/** The index of the next keyword from `start` on. */
function nextPart(rest: readonly Expression[], start: number): number {
  let i = start;
  for (; i < rest.length; i++) {
    const item = rest[i];
    if (item?.kind === 'word' && item.name.startsWith(':')) break;
  }
  return i;
}
