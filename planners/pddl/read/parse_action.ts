/**
 * Actions: a name, then `:parameters`, `:precondition` and `:effect` in this order, the first two of which may be missing.
 *
 * @module
 */
import { alternatives, closestName, quoted } from '../diagnostics/wording.ts';
import type { Action } from './domain.ts';
import { commentAdvice, type Expression, type List, shown, type Word } from './expression.ts';
import { parseEffect } from './parse_effect.ts';
import { type ParseContext, parseFormula } from './parse_formula.ts';
import { readTypedList } from './typed_list.ts';

const FIELDS = [':parameters', ':precondition', ':effect'];

/** The action, or null with a diagnostic. */
export function parseAction(list: List, context: ParseContext): Action | null {
  const { diagnostics } = context;
  const [, name, ...rest] = list.items;
  if (name?.kind !== 'word' || FIELDS.includes(name.name)) {
    const text = `expected a name behind ":action", found ${shown(name)}`;
    diagnostics.report('unnamed_action', name?.at ?? list.at, text);
    return null;
  }
  const before = diagnostics.errors.length;
  const values = readFields(name, rest, context);
  const parameters = values.get(':parameters');
  const rules = { of: 'parameters', variables: true, either: true };
  const names = parameters === undefined ? [] : readTypedList(parameters.items, rules, diagnostics);
  const condition = values.get(':precondition');
  const precondition = condition === undefined ? null : parseFormula(condition, context);
  const outcome = values.get(':effect');
  const effect = outcome === undefined ? null : parseEffect(outcome, context);
  if (outcome === undefined && diagnostics.errors.length === before) {
    const text = `expected ":effect" in action ${quoted(name.written)}, found the end of the action`;
    diagnostics.report('missing_field', list.at, text);
  }
  if (effect === null || (condition !== undefined && precondition === null)) return null;
  return { name, parameters: names, precondition, effect, at: list.at };
}

function readFields(name: Word, rest: readonly Expression[], { diagnostics }: ParseContext): Map<string, List> {
  const values = new Map<string, List>();
  let last = -1;
  for (let i = 0; i < rest.length; i++) {
    const key = rest[i] as Expression;
    if (key.kind === 'list') {
      const advice = i > 0 ? '; join several conditions or effects with "and"' : '';
      const text = `expected one of ${FIELDS.map(quoted).join(', ')}, found ${shown(key)}${advice}`;
      diagnostics.report('bad_field', key.at, text);
      continue;
    }
    const value = rest[i + 1];
    const field = FIELDS.indexOf(key.name);
    const written = quoted(key.written);
    if (field < 0) {
      const index = i;
      diagnostics.report(
        'unknown_field',
        key.at,
        () => `unknown part ${written} of action ${quoted(name.written)}: ${meant(key, index)}`,
      );
      i = nextPart(rest, i + 1) - 1;
      continue;
    }
    if (values.has(key.name))
      diagnostics.report('duplicate_field', key.at, `${written} stands twice in action ${quoted(name.written)}`);
    else if (field < last) {
      const text = `${written} must come before ${quoted(FIELDS[last] as string)}: Fast Downward reads no other order`;
      diagnostics.report('field_order', key.at, text);
    }
    last = Math.max(last, field);
    if (value?.kind !== 'list') {
      const found = value === undefined ? 'the end of the action' : shown(value);
      diagnostics.report('bad_field', value?.at ?? key.at, `expected "(…)" behind ${written}, found ${found}`);
      i = nextPart(rest, i + 1) - 1;
      continue;
    }
    i++;
    if (!values.has(key.name)) values.set(key.name, value);
  }
  return values;
}

/** Where the next word stands that begins a part, from `start` on. */
function nextPart(rest: readonly Expression[], start: number): number {
  let i = start;
  for (; i < rest.length; i++) {
    const item = rest[i];
    if (item?.kind === 'word' && item.name.startsWith(':')) break;
  }
  return i;
}

function meant(key: Word, index: number): string {
  const isName = index === 0 && !key.name.startsWith(':') && closestName(key.name, FIELDS) === null;
  if (isName) return 'the name of an action is one word';
  return `${alternatives(key.name, FIELDS, 'Known')}${commentAdvice(key)}`;
}
