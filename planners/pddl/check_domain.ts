/**
 * Whether what a domain says makes sense: names declared once and used as declared.
 *
 * @module
 */
import { NameCheck, type Vocabulary } from './check_names.ts';
import type { Complaints, MistakeKind } from './complaints.ts';
import type { Action, Declaration, Domain, Effect, TypedName } from './domain.ts';
import type { Word } from './expression.ts';
import { RequirementCheck } from './requirements.ts';
import { Scope } from './scope.ts';
import { TypeHierarchy } from './type_hierarchy.ts';
import { alternatives, placed, quoted } from './wording.ts';

/** Words that begin a condition or an effect: an atom with such a predicate can never be written. */
const OPERATORS = new Set(['and', 'or', 'not', 'imply', 'forall', 'exists', 'when', 'increase', '=']);

/** Complains of what is wrong; gives what the problem may name. Of predicates declared twice the last one counts. */
export function checkDomain(domain: Domain, complaints: Complaints): Vocabulary {
  const vocabulary: Vocabulary = {
    types: new TypeHierarchy(domain.types),
    predicates: new Map(domain.predicates.map((predicate) => [predicate.name.name, predicate])),
    functions: new Map(domain.functions.map((declaration) => [declaration.name.name, declaration])),
    objects: new Map(domain.constants.map((constant) => [constant.name.name, constant])),
  };
  const requirements = new RequirementCheck(domain.requirements, complaints);
  checkTypes(domain, vocabulary.types, requirements, complaints);
  const names = new NameCheck(vocabulary, requirements, complaints, 'the domain');
  checkObjects(domain.constants, { vocabulary, requirements, complaints });
  for (const declaration of [...domain.predicates, ...domain.functions]) {
    complainOfTwins(
      declaration.parameters,
      'duplicate_parameter',
      complaints,
      `the parameters of ${quoted(declaration.name.written)}`,
    );
    for (const parameter of declaration.parameters) names.usedTypes(parameter);
  }
  complainOfTwins(domain.predicates, 'duplicate_predicate', complaints, '":predicates"; the last declaration counts');
  complainOfTwins(domain.functions, 'duplicate_function', complaints, '":functions"');
  complainOfTwins(domain.actions, 'duplicate_action', complaints, 'the actions; plans cannot tell them apart');
  for (const predicate of domain.predicates) checkPredicate(predicate, vocabulary.types, complaints);
  for (const { name, type } of domain.functions)
    if (type !== null && type.name !== 'number')
      complaints.add(
        'object_fluent',
        type.at,
        `the function ${quoted(name.written)} is of type ${quoted(type.written)}, only "number" means something`,
      );
  for (const action of domain.actions) checkAction(action, { vocabulary, requirements, complaints });
  return vocabulary;
}

type Checks = {
  readonly vocabulary: Vocabulary;
  readonly requirements: RequirementCheck;
  readonly complaints: Complaints;
};

/** Constants or objects: none twice, each with a type that is declared. */
export function checkObjects(objects: readonly TypedName[], { vocabulary, requirements, complaints }: Checks): void {
  const { declared } = vocabulary.types;
  const seen = new Map<string, Word>();
  for (const { name, types } of objects) {
    const written = quoted(name.written);
    const twin = seen.get(name.name);
    if (twin === undefined) seen.set(name.name, name);
    else
      complaints.add(
        'duplicate_object',
        name.at,
        `the object ${written} is declared twice, the first time at ${placed(twin.at)}`,
      );
    if (name.name.startsWith('?'))
      complaints.add('variable_as_object', name.at, `${written} looks like a variable and is taken for an object`);
    if (types === null && name.name !== 'object' && declared.has(name.name))
      complaints.add('same_name', name.at, `${written} is a type and an object; is a "-" missing before it?`);
    for (const type of types ?? []) {
      requirements.uses(':typing', '"-"', type.at);
      if (declared.has(type.name)) continue;
      complaints.add('unknown_type', type.at, () => {
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
  complaints: Complaints,
): void {
  complainOfTwins(domain.types, 'duplicate_type', complaints, '":types"; all its supertypes count');
  const first = domain.types[0];
  if (first !== undefined) requirements.uses(':typing', '":types"', first.name.at);
  const seen = new Set<string>();
  for (const { name, types } of domain.types) {
    const written = quoted(name.written);
    if (!seen.has(name.name) && hierarchy.isCyclic(name.name))
      complaints.add('cyclic_type', name.at, `the type ${written} is below itself`);
    seen.add(name.name);
    for (const type of types ?? []) {
      if (hierarchy.declared.has(type.name)) continue;
      const text = `the type ${quoted(type.written)}, supertype of ${written}, is not declared: it stands beside "object", not below it`;
      complaints.add('undeclared_type', type.at, text);
    }
  }
}

function checkPredicate({ name }: Declaration, types: TypeHierarchy, complaints: Complaints): void {
  const written = quoted(name.written);
  if (OPERATORS.has(name.name))
    complaints.add('reserved_predicate', name.at, `${written} is a word of PDDL: as a predicate it can never be used`);
  else if (types.declared.has(name.name))
    complaints.add('same_name', name.at, `${written} is a type and a predicate: in conditions it is the predicate`);
}

function checkAction(action: Action, { vocabulary, requirements, complaints }: Checks): void {
  const written = quoted(action.name.written);
  const names = new NameCheck(vocabulary, requirements, complaints, `action ${written}`);
  complainOfTwins(
    action.parameters,
    'duplicate_parameter',
    complaints,
    `the parameters of ${written}; both are the same object`,
  );
  for (const parameter of action.parameters) names.usedTypes(parameter);
  const variables = new Scope(new Map(action.parameters.map((parameter) => [parameter.name.name, parameter])));
  if (action.precondition !== null) names.formula(action.precondition, variables);
  names.effect(action.effect, variables);
  const { costs, changes } = countedEffects(action.effect);
  if (changes === 0)
    complaints.add('empty_effect', action.effect.at, `action ${written} changes nothing and is left out`);
  if (costs > 1)
    complaints.add('several_costs', action.effect.at, `action ${written} has ${costs} costs: the last one counts`);
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

function complainOfTwins(
  named: readonly { readonly name: Word }[],
  kind: MistakeKind,
  complaints: Complaints,
  where: string,
): void {
  const seen = new Map<string, Word>();
  for (const { name } of named) {
    const twin = seen.get(name.name);
    if (twin === undefined) seen.set(name.name, name);
    else
      complaints.add(kind, name.at, `${quoted(name.written)} (first at ${placed(twin.at)}) stands twice in ${where}`);
  }
}
