import type { DiagnosticKind, Diagnostics } from '../diagnostics/diagnostics.ts';
import { alternatives, formatPlace, mismatch, quote } from '../diagnostics/wording.ts';
import type { Action, Domain, Effect, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import { declaredFlags } from '../read/frame.ts';
import type { InitialFact, Problem } from '../read/problem.ts';
import { NameCheck, type SymbolTable } from './check_names.ts';
import { Scope } from './scope.ts';
import { TypeHierarchy } from './type_hierarchy.ts';

const OPERATORS = new Set(['and', 'or', 'not', 'imply', 'forall', 'exists', 'when', 'increase', '=']);
const CYCLE_SHOWN_MAX = 10;

type Named = { readonly name: Word };

export function checkDomain(domain: Domain, diagnostics: Diagnostics): SymbolTable {
  const symbols: SymbolTable = {
    types: new TypeHierarchy(domain.types),
    predicates: byName(domain.predicates),
    functions: byName(domain.functions),
    objects: byName(domain.constants),
    flags: declaredFlags(domain.requirements),
  };
  const names = new NameCheck(symbols, diagnostics, 'the domain');
  const first = domain.types[0];
  if (first !== undefined) names.needs(':typing', '":types"', first.name.at);
  checkTypes(domain, symbols.types, diagnostics);
  checkObjects(domain.constants, names);
  for (const { name, parameters } of [...domain.predicates, ...domain.functions]) {
    reportTwins('duplicate_parameter', parameters, `the parameters of ${quote(name)}`, diagnostics);
    for (const parameter of parameters) names.usedTypes(parameter);
  }
  reportTwins('duplicate_predicate', domain.predicates, '":predicates"; the last declaration counts', diagnostics);
  reportTwins('duplicate_function', domain.functions, '":functions"', diagnostics);
  reportTwins('duplicate_action', domain.actions, 'the actions; plans cannot tell them apart', diagnostics);
  for (const { name } of domain.predicates) {
    if (OPERATORS.has(name.name)) {
      const message = `${quote(name)} is a word of PDDL: as a predicate it can never be used`;
      diagnostics.report('reserved_predicate', name, message);
    } else if (symbols.types.declared.has(name.name)) {
      const message = `${quote(name)} is a type and a predicate: in conditions it is the predicate`;
      diagnostics.report('same_name', name, message);
    }
  }
  for (const { name, type } of domain.functions) {
    if (type === null || type.name === 'number') continue;
    const message = `the function ${quote(name)} is of type ${quote(type)}, only "number" means something`;
    diagnostics.report('object_fluent', type, message);
  }
  for (const action of domain.actions) checkAction(action, names);
  return symbols;
}

function byName<T extends Named>(declared: readonly T[]): Map<string, T> {
  return new Map(declared.map((item) => [item.name.name, item]));
}

function reportTwins(kind: DiagnosticKind, named: readonly Named[], where: string, diagnostics: Diagnostics): void {
  const firstOf = firstByName();
  for (const { name } of named) {
    const first = firstOf(name);
    if (first === undefined) continue;
    diagnostics.report(kind, name, `${quote(name)} (first at ${formatPlace(first.at)}) stands twice in ${where}`);
  }
}

function firstByName(): (word: Word) => Word | undefined {
  const seen = new Map<string, Word>();
  return (word) => {
    const first = seen.get(word.name);
    if (first === undefined) seen.set(word.name, word);
    return first;
  };
}

function checkTypes({ types }: Domain, hierarchy: TypeHierarchy, diagnostics: Diagnostics): void {
  reportTwins('duplicate_type', types, '":types"; all its supertypes count', diagnostics);
  const inCycle = new Set<string>();
  for (const { name, types: supertypes } of types) {
    const cycle = inCycle.has(name.name) ? null : hierarchy.cycleOf(name.name);
    // Fast Downward takes them for subtypes of each other.
    if (cycle !== null) diagnostics.report('cyclic_type', name, cycleText(cycle));
    for (const type of cycle ?? []) inCycle.add(type);
    for (const type of supertypes ?? []) {
      if (hierarchy.declared.has(type.name)) continue;
      const what = `the type ${quote(type)}, supertype of ${quote(name)}, is not declared`;
      diagnostics.report('undeclared_type', type, `${what}: it stands beside "object", not below it`);
    }
  }
}

function cycleText(cycle: readonly string[]): string {
  const [before, last] = [cycle.slice(0, -1).map((type) => quote(type)), quote(cycle.at(-1)!)];
  const way = before.length > CYCLE_SHOWN_MAX ? [...before.slice(0, CYCLE_SHOWN_MAX), '…'] : before;
  return `the types form a cycle: ${[...way, last].join(' - ')}; no type may be a supertype of itself`;
}

function checkObjects(objects: readonly TypedName[], names: NameCheck): void {
  const { diagnostics, symbols } = names;
  const { declared } = symbols.types;
  const firstOf = firstByName();
  for (const { name, types } of objects) {
    const shown = quote(name);
    const twin = firstOf(name);
    if (twin !== undefined) {
      const message = `the object ${shown} is declared twice, the first time at ${formatPlace(twin.at)}`;
      diagnostics.report('duplicate_object', name, message);
    }
    if (name.name.startsWith('?')) {
      diagnostics.report('variable_as_object', name, `${shown} looks like a variable and is taken for an object`);
    }
    if (types === null && name.name !== 'object' && declared.has(name.name)) {
      diagnostics.report('same_name', name, `${shown} is a type and an object; is a "-" missing before it?`);
    }
    for (const type of types ?? []) {
      names.needs(':typing', '"-"', type.at);
      if (declared.has(type.name)) continue;
      const hint = () => (declared.size === 1 ? 'the domain declares no types' : alternatives(type.name, declared));
      diagnostics.report('unknown_type', type, () => `unknown type ${quote(type)} of ${shown}: ${hint()}`);
    }
  }
}

function checkAction({ name, parameters, precondition, effect }: Action, names: NameCheck): void {
  const { diagnostics } = names;
  const shown = quote(name);
  names.enter(`action ${shown}`);
  const where = `the parameters of ${shown}; both are the same object`;
  reportTwins('duplicate_parameter', parameters, where, diagnostics);
  for (const parameter of parameters) names.usedTypes(parameter);
  const variables = new Scope<TypedName>(byName(parameters));
  if (precondition !== null) names.check(precondition, variables);
  names.check(effect, variables, true);
  const kinds = simpleEffects(effect);
  const costs = kinds.filter((kind) => kind === 'increase').length;
  if (kinds.length === costs) {
    diagnostics.report('empty_effect', effect, `action ${shown} changes nothing and is left out`);
  }
  if (costs > 1) diagnostics.report('several_costs', effect, `action ${shown} has ${costs} costs: the last one counts`);
}

function simpleEffects(effect: Effect): Effect['kind'][] {
  if (effect.kind === 'and') return effect.parts.flatMap(simpleEffects);
  return 'part' in effect ? simpleEffects(effect.part) : [effect.kind];
}

export function checkProblem(problem: Problem, domain: Domain, declared: SymbolTable, diagnostics: Diagnostics): void {
  const objects = new Map([...declared.objects, ...byName(problem.objects)]);
  const flags = declaredFlags([...domain.requirements, ...problem.requirements]);
  const symbols: SymbolTable = { ...declared, objects, flags };
  const names = new NameCheck(symbols, diagnostics, '":init"');
  if (problem.domain.name !== domain.name.name) {
    const other = `but the domain is called ${quote(domain.name)}`;
    const message = `the problem belongs to domain ${quote(problem.domain)}, ${other}`;
    diagnostics.report('domain_mismatch', problem.domain, message);
  }
  checkObjects(problem.objects, names);
  for (const { name } of problem.objects) {
    if (!declared.objects.has(name.name)) continue;
    diagnostics.report('duplicate_object', name, `the object ${quote(name)} is a constant of the domain already`);
  }
  checkInit(problem.init, names);
  names.enter('the goal');
  names.check(problem.goal, NO_VARIABLES);
  if (problem.metric === null || symbols.functions.has('total-cost')) return;
  const hint = alternatives('total-cost', symbols.functions.keys());
  const message = `the metric uses "total-cost", which ":functions" does not declare: ${hint}`;
  diagnostics.report('undeclared_function', problem.goal, message);
}

const NO_VARIABLES = new Scope<TypedName>(new Map());

function checkInit(init: readonly InitialFact[], names: NameCheck): void {
  const { diagnostics } = names;
  const firstFacts = new Map<string, InitialFact>();
  for (const fact of init) {
    if (fact.kind === 'value') names.functionTerm(fact, NO_VARIABLES);
    else if (fact.predicate.name === '=') {
      const { at, terms } = fact;
      const [left, right] = terms;
      if (left === undefined || right === undefined || terms.length > 2) {
        diagnostics.report('bad_fact', at, mismatch('two terms in "(= …)"', terms.length));
      } else names.check({ kind: 'equal', left, right, at }, NO_VARIABLES);
      diagnostics.report('equality_in_init', at, 'which objects are equal is known: this says nothing');
      continue;
    } else names.atom(fact, NO_VARIABLES);
    const head = fact.kind === 'value' ? fact.function : fact.predicate;
    const key = [fact.kind === 'value' ? '=' : '', head.name, ...fact.terms.map((term) => term.name)].join(' ');
    const twin = firstFacts.get(key);
    if (twin === undefined) firstFacts.set(key, fact);
    else reportTwin(fact, twin, `(${[head, ...fact.terms].map(({ written }) => written).join(' ')})`, diagnostics);
  }
}

function reportTwin(fact: InitialFact, twin: InitialFact, written: string, diagnostics: Diagnostics): void {
  const text = quote(written);
  const first = formatPlace(twin.at);
  if (fact.kind !== twin.kind) {
    const message = `${text} is true and false: it is said to be ${twin.kind} at ${first}`;
    diagnostics.report('contradictory_fact', fact, message);
  } else if (fact.kind === 'value' && twin.kind === 'value' && fact.value !== twin.value) {
    const message = `${text} has two values: ${fact.value}, and ${twin.value} at ${first}`;
    diagnostics.report('contradictory_fact', fact, message);
  } else diagnostics.report('duplicate_fact', fact, `${text} is said twice, the first time at ${first}`);
}
