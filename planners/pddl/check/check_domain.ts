/**
 * Whether what a domain says makes sense: names declared once and used as declared.
 *
 * @module
 */
import type { DiagnosticKind, Diagnostics } from '../diagnostics/diagnostics.ts';
import { alternatives, placed, quoted } from '../diagnostics/wording.ts';
import type { Action, Declaration, Domain, Effect, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import { RequirementCheck } from '../read/requirements.ts';
import { NameCheck, type SymbolTable } from './check_names.ts';
import { Scope } from './scope.ts';
import { TypeHierarchy } from './type_hierarchy.ts';

/** Words that begin a condition or an effect: an atom with such a predicate can never be written. */
const OPERATORS = new Set(['and', 'or', 'not', 'imply', 'forall', 'exists', 'when', 'increase', '=']);

/** Reports what is wrong; gives what the problem may name. Of predicates declared twice the last one counts. */
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
    reportDuplicates(
      declaration.parameters,
      'duplicate_parameter',
      diagnostics,
      `the parameters of ${quoted(declaration.name.written)}`,
    );
    for (const parameter of declaration.parameters) names.usedTypes(parameter);
  }
  reportDuplicates(domain.predicates, 'duplicate_predicate', diagnostics, '":predicates"; the last declaration counts');
  reportDuplicates(domain.functions, 'duplicate_function', diagnostics, '":functions"');
  reportDuplicates(domain.actions, 'duplicate_action', diagnostics, 'the actions; plans cannot tell them apart');
  for (const predicate of domain.predicates) checkPredicate(predicate, symbols.types, diagnostics);
  for (const { name, type } of domain.functions)
    if (type !== null && type.name !== 'number')
      diagnostics.report(
        'object_fluent',
        type.at,
        `the function ${quoted(name.written)} is of type ${quoted(type.written)}, only "number" means something`,
      );
  for (const action of domain.actions) checkAction(action, { symbols, requirements, diagnostics });
  return symbols;
}

type Checks = {
  readonly symbols: SymbolTable;
  readonly requirements: RequirementCheck;
  readonly diagnostics: Diagnostics;
};

/** Constants or objects: none twice, each with a type that is declared. */
export function checkObjects(objects: readonly TypedName[], { symbols, requirements, diagnostics }: Checks): void {
  const { declared } = symbols.types;
  const seen = new Map<string, Word>();
  for (const { name, types } of objects) {
    const written = quoted(name.written);
    const twin = seen.get(name.name);
    if (twin === undefined) seen.set(name.name, name);
    else
      diagnostics.report(
        'duplicate_object',
        name.at,
        `the object ${written} is declared twice, the first time at ${placed(twin.at)}`,
      );
    if (name.name.startsWith('?'))
      diagnostics.report('variable_as_object', name.at, `${written} looks like a variable and is taken for an object`);
    if (types === null && name.name !== 'object' && declared.has(name.name))
      diagnostics.report('same_name', name.at, `${written} is a type and an object; is a "-" missing before it?`);
    for (const type of types ?? []) {
      requirements.uses(':typing', '"-"', type.at);
      if (declared.has(type.name)) continue;
      diagnostics.report('unknown_type', type.at, () => {
        const advice = declared.size === 1 ? 'the domain declares no types' : alternatives(type.name, declared);
        return `unknown type ${quoted(type.written)} of ${written}: ${advice}`;
      });
    }
  }
}

function checkTypes(
  domain: Domain,
  hierarchy: TypeHierarchy,
  requirements: RequirementCheck,
  diagnostics: Diagnostics,
): void {
  reportDuplicates(domain.types, 'duplicate_type', diagnostics, '":types"; all its supertypes count');
  const first = domain.types[0];
  if (first !== undefined) requirements.uses(':typing', '":types"', first.name.at);
  const seen = new Set<string>();
  for (const { name, types } of domain.types) {
    const written = quoted(name.written);
    if (!seen.has(name.name) && hierarchy.isCyclic(name.name))
      diagnostics.report('cyclic_type', name.at, `the type ${written} is below itself`);
    seen.add(name.name);
    for (const type of types ?? []) {
      if (hierarchy.declared.has(type.name)) continue;
      const text = `the type ${quoted(type.written)}, supertype of ${written}, is not declared: it stands beside "object", not below it`;
      diagnostics.report('undeclared_type', type.at, text);
    }
  }
}

function checkPredicate({ name }: Declaration, types: TypeHierarchy, diagnostics: Diagnostics): void {
  const written = quoted(name.written);
  if (OPERATORS.has(name.name))
    diagnostics.report(
      'reserved_predicate',
      name.at,
      `${written} is a word of PDDL: as a predicate it can never be used`,
    );
  else if (types.declared.has(name.name))
    diagnostics.report('same_name', name.at, `${written} is a type and a predicate: in conditions it is the predicate`);
}

function checkAction(action: Action, { symbols, requirements, diagnostics }: Checks): void {
  const written = quoted(action.name.written);
  const names = new NameCheck(symbols, requirements, diagnostics, `action ${written}`);
  reportDuplicates(
    action.parameters,
    'duplicate_parameter',
    diagnostics,
    `the parameters of ${written}; both are the same object`,
  );
  for (const parameter of action.parameters) names.usedTypes(parameter);
  const variables = new Scope(new Map(action.parameters.map((parameter) => [parameter.name.name, parameter])));
  if (action.precondition !== null) names.formula(action.precondition, variables);
  names.effect(action.effect, variables);
  const { costs, changes } = countedEffects(action.effect);
  if (changes === 0)
    diagnostics.report('empty_effect', action.effect.at, `action ${written} changes nothing and is left out`);
  if (costs > 1)
    diagnostics.report('several_costs', action.effect.at, `action ${written} has ${costs} costs: the last one counts`);
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

function reportDuplicates(
  named: readonly { readonly name: Word }[],
  kind: DiagnosticKind,
  diagnostics: Diagnostics,
  where: string,
): void {
  const seen = new Map<string, Word>();
  for (const { name } of named) {
    const twin = seen.get(name.name);
    if (twin === undefined) seen.set(name.name, name);
    else
      diagnostics.report(
        kind,
        name.at,
        `${quoted(name.written)} (first at ${placed(twin.at)}) stands twice in ${where}`,
      );
  }
}
