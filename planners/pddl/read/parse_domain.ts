import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { alternatives, closestName, mismatch, quote, quoteAll } from '../diagnostics/wording.ts';
import type { Action, Declaration, Domain, FunctionDeclaration, TypedName } from './domain.ts';
import { parseEffect } from './effect.ts';
import {
  commentHint,
  type Expression,
  excerpt,
  type List,
  readExpression,
  reportUnexpected,
  type Word,
} from './expression.ts';
import { type ParseContext, parseFormula } from './formula.ts';
import { orderMessage, readFrame, readRequirements } from './frame.ts';
import { readTypedList } from './typed_list.ts';

const SECTIONS = [':requirements', ':types', ':constants', ':predicates', ':functions', ':action'];
const FIELDS = [':parameters', ':precondition', ':effect'];
/** The check of types is quadratic. */
const TYPES_MAX = 1000;

export function parseDomain(text: string, log: Diagnostics): Domain | null {
  const top = readExpression(text, log);
  const frame = top && readFrame(top, SECTIONS, log);
  if (frame === null) return null;
  const { name, sections, itemsOf } = frame;
  const requirements = readRequirements(itemsOf(':requirements'), log);
  const types = readTypes(itemsOf(':types'), log);
  const constants = readTypedList(itemsOf(':constants'), { noun: 'constants', areVariables: false }, log);
  const predicates = itemsOf(':predicates').flatMap((item) => readDeclaration(item, 'predicate', log));
  const functions = readFunctions(itemsOf(':functions'), log);
  const context = { log, predicates: new Set(predicates.map((predicate) => predicate.name.name)) };
  const actions = sections
    .filter(({ keyword }) => keyword.name === ':action')
    .flatMap(({ list }) => parseAction(list, context) ?? []);
  return { name, requirements, types, constants, predicates, functions, actions };
}

function readTypes(items: readonly Expression[], log: Diagnostics): TypedName[] {
  const types = readTypedList(items, { noun: 'types', areVariables: false }, log);
  const surplus = types[TYPES_MAX];
  if (surplus !== undefined) {
    log.report('too_many_types', surplus.name, mismatch(`at most ${TYPES_MAX} types`, types.length));
  }
  for (const { name } of types) {
    if (name.name === 'number') log.report('reserved_type', name, 'the type "number" cannot be declared');
  }
  return types;
}

function readDeclaration(item: Expression, what: 'predicate' | 'function', log: Diagnostics): readonly Declaration[] {
  const rules = { noun: `parameters of a ${what}`, areVariables: what === 'predicate' };
  const [name, ...parameters] = item.kind === 'list' ? item.items : [];
  if (name?.kind === 'word') {
    return [{ name, parameters: readTypedList(parameters, rules, log), at: item.at }];
  }
  const example = what === 'predicate' ? '(on ?x ?y)' : '(total-cost)';
  log.report('bad_declaration', item, mismatch(`a ${what} such as "${example}"`, excerpt(item)));
  return [];
}

function readFunctions(items: readonly Expression[], log: Diagnostics): FunctionDeclaration[] {
  const functions: FunctionDeclaration[] = [];
  let group: Declaration[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.kind === 'list' || item.name !== '-') {
      group.push(...readDeclaration(item, 'function', log));
      continue;
    }
    const type = items[++i];
    if (type === undefined) log.report('bad_type', item, mismatch('"number" after "-"', 'nothing'));
    else if (type.kind === 'list') reportUnexpected(log, 'bad_type', '"number" after "-"', type);
    else functions.push(...group.map((declaration) => ({ ...declaration, type })));
    group = [];
  }
  return [...functions, ...group.map((declaration) => ({ ...declaration, type: null }))];
}

function parseAction(list: List, context: ParseContext): Action | null {
  const { log } = context;
  const [, name, ...parts] = list.items;
  if (name?.kind !== 'word' || FIELDS.includes(name.name)) {
    return log.report('bad_action', name ?? list, mismatch('a name after ":action"', excerpt(name)));
  }
  const errorCount = log.errors.length;
  const fields = readFields(name, parts, log);
  const rules = { noun: 'parameters', areVariables: true };
  const parameters = readTypedList(fields.get(':parameters')?.items ?? [], rules, log);
  const condition = fields.get(':precondition');
  const precondition = condition === undefined ? null : parseFormula(condition, context);
  const effectList = fields.get(':effect');
  const effect = effectList === undefined ? null : parseEffect(effectList, context);
  if (effectList === undefined && log.errors.length === errorCount) {
    log.report('missing_part', list, mismatch(`":effect" in action ${quote(name)}`, 'the end of the action'));
  }
  if (effect === null || (condition !== undefined && precondition === null)) return null;
  return { name, parameters, precondition, effect, at: list.at };
}

function readFields(action: Word, parts: readonly Expression[], log: Diagnostics): Map<string, List> {
  const fields = new Map<string, List>();
  let last = 0;
  for (let i = 0; i < parts.length; i++) {
    const key = parts[i]!;
    if (key.kind === 'list') {
      const hint = i > 0 ? '; join several conditions or effects with "and"' : '';
      reportUnexpected(log, 'bad_action', `one of ${quoteAll(FIELDS)}`, key, hint);
      continue;
    }
    const order = FIELDS.indexOf(key.name);
    const value = parts[i + 1];
    if (order < 0) reportUnknownField(key, action, i === 0, log);
    else if (fields.has(key.name)) {
      log.report('bad_action', key, `${quote(key)} appears twice in action ${quote(action)}`);
    } else if (order < last) log.report('bad_action', key, orderMessage(key, FIELDS[last]!));
    last = Math.max(last, order);
    if (order >= 0 && value?.kind === 'list') {
      if (!fields.has(key.name)) fields.set(key.name, value);
      i++;
      continue;
    }
    if (order >= 0) {
      const found = value === undefined ? 'the end of the action' : excerpt(value);
      log.report('bad_action', value ?? key, mismatch(`"(…)" after ${quote(key)}`, found), 'before it');
    }
    while (i + 1 < parts.length && !isKeyword(parts[i + 1])) i++;
  }
  return fields;
}

function isKeyword(item: Expression | undefined) {
  return item?.kind === 'word' && item.name.startsWith(':');
}

function reportUnknownField(key: Word, action: Word, isFirst: boolean, log: Diagnostics) {
  const isName = isFirst && !isKeyword(key) && closestName(key.name, FIELDS) === null;
  const known = `${alternatives(key.name, FIELDS, { label: 'Known' })}${commentHint(key)}`;
  const hint = isName ? 'the name of an action must be one word' : known;
  log.report('bad_action', key, `unknown part ${quote(key)} of action ${quote(action)}: ${hint}`, 'before it');
}
