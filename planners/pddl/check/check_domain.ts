/**
 * Checks a domain: every name is declared once, and used as declared.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { quoted } from '../diagnostics/wording.ts';
import type { Action, Declaration, Domain, Effect, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import { RequirementCheck } from '../read/requirements.ts';
import { NameCheck, type SymbolTable } from './check_names.ts';
import { Scope } from './scope.ts';
import { TypeHierarchy } from './type_hierarchy.ts';

/** Words that begin a condition or an effect; no atom can be written with a predicate of such a name. */
const OPERATORS = new Set(['and', 'or', 'not', 'imply', 'forall', 'exists', 'when', 'increase', '=']);

/** Reports what is wrong, and returns the names that a problem may use. If a predicate is declared twice, the last counts. */
export function checkDomain(domain: Domain, diagnostics: Diagnostics): SymbolTable {
  const symbols: SymbolTable = {
    types: new TypeHierarchy(domain.types),
    predicates: new Map(domain.predicates.map((predicate) => [predicate.name.name, predicate])),
    functions: new Map(domain.functions.map((declaration) => [declaration.name.name, declaration])),
    objects: new Map(domain.constants.map((constant) => [constant.name.name, constant])),
  };
  const requirements = new RequirementCheck(domain.requirements, diagnostics);
  checkTypes(domain, symbols.types, requirements, diagnostics);
  const names = new NameCheck(symbols, requirements, diagnostics, 'the domain');
  checkObjects(domain.constants, { symbols, requirements, diagnostics });
  for (const declaration of [...domain.predicates, ...domain.functions]) {
    for (const [twin, first] of duplicates(declaration.parameters))
      diagnostics.report('duplicate_parameter', twin.at, twin.written, first.at, declaration.name.written);
    for (const parameter of declaration.parameters) names.usedTypes(parameter);
  }
  for (const kind of ['predicate', 'function', 'action'] as const) {
    for (const [twin, first] of duplicates(domain[`${kind}s`]))
      diagnostics.report(`duplicate_${kind}`, twin.at, twin.written, first.at);
  }
  for (const predicate of domain.predicates) checkPredicate(predicate, symbols.types, diagnostics);
  for (const { name, type } of domain.functions)
    if (type !== null && type.name !== 'number')
      diagnostics.report('object_fluent', type.at, name.written, type.written);
  for (const action of domain.actions) checkAction(action, { symbols, requirements, diagnostics });
  return symbols;
}

type Checks = {
  readonly symbols: SymbolTable;
  readonly requirements: RequirementCheck;
  readonly diagnostics: Diagnostics;
};

/** Checks constants or objects: none is declared twice, each has a declared type. */
export function checkObjects(objects: readonly TypedName[], { symbols, requirements, diagnostics }: Checks): void {
  const { declared } = symbols.types;
  const seen = new Map<string, Word>();
  for (const { name, types } of objects) {
    const twin = seen.get(name.name);
    if (twin === undefined) seen.set(name.name, name);
    else diagnostics.report('duplicate_object', name.at, name.written, twin.at);
    if (name.name.startsWith('?')) diagnostics.report('variable_as_object', name.at, name.written);
    if (types === null && name.name !== 'object' && declared.has(name.name))
      diagnostics.report('same_name', name.at, name.written, 'object');
    for (const type of types ?? []) {
      requirements.uses(':typing', '"-"', type.at);
      if (declared.has(type.name)) continue;
      diagnostics.report('unknown_type', type.at, type, name.written, declared);
    }
  }
}

function checkTypes(
  domain: Domain,
  hierarchy: TypeHierarchy,
  requirements: RequirementCheck,
  diagnostics: Diagnostics,
): void {
  for (const [twin, first] of duplicates(domain.types))
    diagnostics.report('duplicate_type', twin.at, twin.written, first.at);
  const first = domain.types[0];
  if (first !== undefined) requirements.uses(':typing', '":types"', first.name.at);
  const inCycle = new Set<string>();
  for (const { name, types } of domain.types) {
    const cycle = inCycle.has(name.name) ? null : hierarchy.cycleOf(name.name);
    if (cycle !== null) diagnostics.report('cyclic_type', name.at, cycle);
    for (const type of cycle ?? []) inCycle.add(type);
    for (const type of types ?? []) {
      if (hierarchy.declared.has(type.name)) continue;
      diagnostics.report('undeclared_type', type.at, type, name.written, null);
    }
  }
}

function checkPredicate({ name }: Declaration, types: TypeHierarchy, diagnostics: Diagnostics): void {
  if (OPERATORS.has(name.name)) diagnostics.report('reserved_predicate', name.at, name.written);
  else if (types.declared.has(name.name)) diagnostics.report('same_name', name.at, name.written, 'predicate');
}

function checkAction(action: Action, { symbols, requirements, diagnostics }: Checks): void {
  const { written } = action.name;
  const names = new NameCheck(symbols, requirements, diagnostics, `action ${quoted(written)}`);
  for (const [twin, first] of duplicates(action.parameters))
    diagnostics.report('duplicate_parameter', twin.at, twin.written, first.at, written, true);
  for (const parameter of action.parameters) names.usedTypes(parameter);
  const variables = new Scope(new Map(action.parameters.map((parameter) => [parameter.name.name, parameter])));
  if (action.precondition !== null) names.formula(action.precondition, variables);
  names.effect(action.effect, variables);
  const { costs, changes } = countedEffects(action.effect);
  if (changes === 0) diagnostics.report('empty_effect', action.effect.at, written);
  if (costs > 1) diagnostics.report('several_costs', action.effect.at, written, costs);
}

function countedEffects(effect: Effect): { costs: number; changes: number } {
  switch (effect.kind) {
    case 'increase':
      return { costs: 1, changes: 0 };
    case 'and': {
      const parts = effect.parts.map(countedEffects);
      const sum = (of: 'costs' | 'changes') => parts.reduce((total, part) => total + part[of], 0);
      return { costs: sum('costs'), changes: sum('changes') };
    }
    case 'when':
    case 'forall':
      return countedEffects(effect.part);
    default:
      return { costs: 0, changes: 1 };
  }
}

/** Every name that came before, with its first occurrence. */
function duplicates(named: readonly { readonly name: Word }[]): [twin: Word, first: Word][] {
  const seen = new Map<string, Word>();
  return named.flatMap(({ name }): [Word, Word][] => {
    const first = seen.get(name.name);
    if (first !== undefined) return [[name, first]];
    seen.set(name.name, name);
    return [];
  });
}
