/**
 * Parses a domain: sections in any order, then the actions, as in Fast Downward.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { Action, Declaration, Domain, FunctionDeclaration, TypedName } from './domain.ts';
import { type Expression, shown, type Word } from './expression.ts';
import { parseAction } from './parse_action.ts';
import { readExpression } from './read_expression.ts';
import { readRequirements } from './requirements.ts';
import { readFrame, type Section } from './sections.ts';
import { readTypedList } from './typed_list.ts';

const ORDER = [':requirements', ':types', ':constants', ':predicates', ':functions'];
/** A bound, since subtypes are looked up for pairs of types. */
const TYPES_MAX = 1000;
const SECTIONS = [...ORDER, ':action'];

/** The domain as far as it could be read: complete if there is no error. Null if nothing could be read. */
export function parseDomain(text: string, diagnostics: Diagnostics): Domain | null {
  const top = readExpression(text, diagnostics);
  const frame = top === null ? null : readFrame(top, SECTIONS, diagnostics);
  if (frame === null) return null;
  const found = new Map<string, Section>();
  let requirements: Word[] = [];
  let types: TypedName[] = [];
  let constants: TypedName[] = [];
  let predicates: Declaration[] = [];
  let functions: FunctionDeclaration[] = [];
  const predicateNames = new Set<string>();
  const actions: Action[] = [];
  for (const section of frame.sections) {
    const { keyword, items } = section;
    if (keyword.name !== ':action' && !isInPlace(section, found, diagnostics)) continue;
    found.set(keyword.name, section);
    switch (keyword.name) {
      case ':requirements':
        requirements = readRequirements(items, diagnostics);
        break;
      case ':types':
        types = readTypes(items, diagnostics);
        break;
      case ':constants':
        constants = readTypedList(items, { of: 'constants', variables: false, either: false }, diagnostics);
        break;
      case ':predicates':
        predicates = readDeclarations(items, 'predicate', diagnostics);
        for (const { name } of predicates) predicateNames.add(name.name);
        break;
      case ':functions':
        functions = readFunctions(items, diagnostics);
        break;
      default: {
        const action = parseAction(section.list, { diagnostics, predicates: predicateNames });
        if (action !== null) actions.push(action);
      }
    }
  }
  return { name: frame.name, requirements, types, constants, predicates, functions, actions };
}

/** Reports a section that comes twice, or after an action. */
function isInPlace({ keyword }: Section, found: ReadonlyMap<string, Section>, diagnostics: Diagnostics): boolean {
  const twin = found.get(keyword.name);
  if (twin !== undefined) {
    diagnostics.report('duplicate_section', keyword.at, keyword.written, twin.keyword.at);
    return false;
  }
  if (found.has(':action')) {
    diagnostics.report('section_order', keyword.at, keyword.written, ':action');
    return true;
  }
  const last = [...found.keys()].at(-1);
  if (last !== undefined && ORDER.indexOf(last) > ORDER.indexOf(keyword.name))
    diagnostics.report('section_out_of_order', keyword.at, keyword.written, last);
  return true;
}

function readTypes(items: readonly Expression[], diagnostics: Diagnostics): TypedName[] {
  const types = readTypedList(items, { of: 'types', variables: false, either: false }, diagnostics);
  const first = types[TYPES_MAX];
  if (first !== undefined) diagnostics.report('too_many_types', first.name.at, TYPES_MAX, types.length, '');
  for (const { name } of types) if (name.name === 'number') diagnostics.report('reserved_type', name.at);
  return types;
}

function readDeclarations(
  items: readonly Expression[],
  what: 'predicate' | 'function',
  diagnostics: Diagnostics,
): Declaration[] {
  const rules =
    what === 'predicate'
      ? { of: 'parameters of a predicate', variables: true, either: true }
      : { of: 'parameters of a function', variables: false, either: false };
  return items.flatMap((item) => {
    const [name, ...parameters] = item.kind === 'list' ? item.items : [];
    if (item.kind === 'list' && name?.kind === 'word')
      return [{ name, parameters: readTypedList(parameters, rules, diagnostics), at: item.at }];
    diagnostics.report('bad_declaration', item.at, what, shown(item));
    return [];
  });
}

/** Functions with their types: `(total-cost) (distance ?x ?y) - number`. */
function readFunctions(items: readonly Expression[], diagnostics: Diagnostics): FunctionDeclaration[] {
  const functions: FunctionDeclaration[] = [];
  let group: Declaration[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.kind === 'list' || item.name !== '-') {
      group.push(...readDeclarations([item], 'function', diagnostics));
      continue;
    }
    const type = items[++i];
    if (type?.kind !== 'word') {
      if (type === undefined) diagnostics.report('missing_type', item.at, '"number"', shown(type));
      else diagnostics.report('bad_type', type.at, '"number" behind "-"', shown(type));
    } else for (const declaration of group) functions.push({ ...declaration, type });
    group = [];
  }
  return [...functions, ...group.map((declaration) => ({ ...declaration, type: null }))];
}
