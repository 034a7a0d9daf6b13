import {
  byPlace,
  type DiagnosticKind,
  Diagnostics,
  type PddlError,
  type PddlWarning,
} from '../diagnostics/diagnostics.ts';
import { alternatives, formatPlace, mismatch, quote } from '../diagnostics/wording.ts';
import type { Action, Domain, Effect, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import { declaredFlags } from '../read/frame.ts';
import { parseDomain } from '../read/parse_domain.ts';
import { type InitialFact, type Problem, parseProblem } from '../read/problem.ts';
import { NameCheck, type SymbolTable } from './check_names.ts';
import { Scope, TypeHierarchy } from './type_hierarchy.ts';

export type RefusedPddl = PddlError & Readonly<{ errors: readonly PddlError[]; warnings: readonly PddlWarning[] }>;

export type ReadPddl = Readonly<{ domain: Domain; problem: Problem; warnings: readonly PddlWarning[] }>;

export type CheckedPddl = ({ readonly status: 'ok' } & ReadPddl) | RefusedPddl;

/**
 * Never throws. Looks up names only in files without syntax errors.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { checkPddl } from 'tapedeck/pddl';
 *
 * const domain = '(define (domain d) (:predicates (here)))';
 * const checked = checkPddl(domain, '(define (problem p) (:domain d) (:init) (:goal (hear)))');
 * assert.ok(checked.status === 'invalid');
 * assert.match(checked.message, /problem, line 1, column \d+: .*"hear".*"here"/);
 * ```
 */
export function checkPddl(domainText: string, problemText: string): CheckedPddl {
  if (cachedDomain?.text !== domainText) cachedDomain = readDomain(domainText);
  const { domain, symbols, log: domainLog } = cachedDomain;
  const problemLog = new Diagnostics('problem');
  const predicates = new Set(domain?.predicates.map(({ name }) => name.name));
  const problem = parseProblem(problemText, predicates, problemLog);
  if (domain !== null && symbols !== null && problem !== null && problemLog.errors.length === 0)
    checkProblem(problem, domain, symbols, problemLog);
  const errors = [...domainLog.verdict(), ...problemLog.verdict()].sort(byPlace);
  const warnings = [...domainLog.warnings, ...problemLog.warnings].sort(byPlace);
  const first = errors[0];
  if (first !== undefined) return { ...first, errors, warnings };
  if (domain === null || problem === null) throw new Error('An unreadable file has no diagnostic');
  return { status: 'ok', domain, problem, warnings };
}

let cachedDomain: ReturnType<typeof readDomain> | null = null;

function readDomain(text: string) {
  const log = new Diagnostics('domain');
  const domain = parseDomain(text, log);
  const symbols = domain !== null && log.errors.length === 0 ? checkDomain(domain, log) : null;
  return { text, domain, symbols, log };
}

const OPERATORS = new Set(['and', 'or', 'not', 'imply', 'forall', 'exists', 'when', 'increase', '=']);
const CYCLE_TYPES_MAX = 10;

type Named = { readonly name: Word };

function checkDomain(domain: Domain, log: Diagnostics): SymbolTable {
  const symbols: SymbolTable = {
    types: new TypeHierarchy(domain.types),
    predicates: byName(domain.predicates),
    functions: byName(domain.functions),
    objects: byName(domain.constants),
    flags: declaredFlags(domain.requirements),
  };
  const names = new NameCheck(symbols, log, 'the domain');
  const [type] = domain.types;
  if (type !== undefined) names.requireFlag(':typing', '":types"', type.name.at);
  checkTypes(domain, symbols.types, log);
  checkObjects(domain.constants, '":constants"', names);
  for (const { name, parameters } of [...domain.predicates, ...domain.functions]) {
    reportDuplicates('duplicate_parameter', parameters, `the parameters of ${quote(name)}`, log);
    for (const parameter of parameters) names.checkTypes(parameter);
  }
  reportDuplicates('duplicate_predicate', domain.predicates, '":predicates"; the last declaration counts', log);
  reportDuplicates('duplicate_function', domain.functions, '":functions"', log);
  reportDuplicates('duplicate_action', domain.actions, 'the actions; a plan cannot tell them apart', log);
  for (const { name } of domain.predicates) {
    if (OPERATORS.has(name.name)) {
      const message = `${quote(name)} is a keyword of PDDL, so a predicate of this name can never be used`;
      log.report('reserved_predicate', name, message);
    } else if (symbols.types.declared.has(name.name)) {
      log.report('same_name', name, `${quote(name)} is both a type and a predicate; conditions use the predicate`);
    }
  }
  for (const { name, type } of domain.functions) {
    if (type === null || type.name === 'number') continue;
    const message = `the function ${quote(name)} has the type ${quote(type)}; only "number" has a meaning`;
    log.report('object_fluent', type, message);
  }
  for (const action of domain.actions) checkAction(action, names);
  return symbols;
}

function byName<T extends Named>(declared: readonly T[]): Map<string, T> {
  return new Map(declared.map((item) => [item.name.name, item]));
}

function reportDuplicates(kind: DiagnosticKind, named: readonly Named[], where: string, log: Diagnostics) {
  const firsts = new Map<string, Word>();
  for (const { name } of named) {
    const first = firsts.get(name.name);
    if (first === undefined) firsts.set(name.name, name);
    else log.report(kind, name, `${quote(name)} (first at ${formatPlace(first.at)}) appears twice in ${where}`);
  }
}

function checkTypes({ types }: Domain, hierarchy: TypeHierarchy, log: Diagnostics) {
  reportDuplicates('duplicate_type', types, '":types"; all its supertypes count', log);
  const inCycle = new Set<string>();
  for (const { name, types: supertypes } of types) {
    const cycle = inCycle.has(name.name) ? null : hierarchy.cycleOf(name.name);
    if (cycle !== null) log.report('cyclic_type', name, cycleText(cycle));
    for (const type of cycle ?? []) inCycle.add(type);
    for (const type of supertypes ?? []) {
      if (hierarchy.declared.has(type.name)) continue;
      const what = `the type ${quote(type)}, supertype of ${quote(name)}, is not declared`;
      log.report('undeclared_type', type, `${what}, so it is not a subtype of "object"`);
    }
  }
}

function cycleText(cycle: readonly string[]) {
  const types = cycle.map((type) => quote(type));
  if (types.length > CYCLE_TYPES_MAX + 1) types.splice(CYCLE_TYPES_MAX, types.length - CYCLE_TYPES_MAX - 1, '…');
  return `the types form a cycle: ${types.join(' - ')}; no type may be a supertype of itself`;
}

function checkObjects(objects: readonly TypedName[], section: string, names: NameCheck) {
  const { log, symbols } = names;
  const { declared } = symbols.types;
  reportDuplicates('duplicate_object', objects, section, log);
  for (const { name, types } of objects) {
    if (name.name.startsWith('?')) {
      log.report('variable_as_object', name, `${quote(name)} looks like a variable, but is read as an object`);
    }
    if (types === null && name.name !== 'object' && declared.has(name.name)) {
      log.report('same_name', name, `${quote(name)} is both a type and an object; is a "-" missing before it?`);
    }
    for (const type of types ?? []) {
      names.requireFlag(':typing', '"-"', type.at);
      if (declared.has(type.name)) continue;
      const hint = () => (declared.size === 1 ? 'the domain declares no types' : alternatives(type.name, declared));
      log.report('unknown_type', type, () => `unknown type ${quote(type)} of ${quote(name)}: ${hint()}`);
    }
  }
}

function checkAction({ name, parameters, precondition, effect }: Action, names: NameCheck) {
  const { log } = names;
  const action = `action ${quote(name)}`;
  names.enter(action);
  const where = `the parameters of ${action}; both are the same object`;
  reportDuplicates('duplicate_parameter', parameters, where, log);
  for (const parameter of parameters) names.checkTypes(parameter);
  const variables = new Scope<TypedName>(byName(parameters));
  if (precondition !== null) names.check(precondition, variables);
  names.check(effect, variables, true);
  const kinds = simpleEffects(effect);
  const costs = kinds.filter((kind) => kind === 'increase').length;
  if (kinds.length === costs) {
    log.report('empty_effect', effect, `${action} changes nothing, so it is left out`);
  }
  if (costs > 1) log.report('several_costs', effect, `${action} has ${costs} costs; the last one counts`);
}

function simpleEffects(effect: Effect): Effect['kind'][] {
  if (effect.kind === 'and') return effect.parts.flatMap(simpleEffects);
  return 'part' in effect ? simpleEffects(effect.part) : [effect.kind];
}

function checkProblem(problem: Problem, domain: Domain, declared: SymbolTable, log: Diagnostics) {
  const objects = new Map([...declared.objects, ...byName(problem.objects)]);
  const flags = declaredFlags([...domain.requirements, ...problem.requirements]);
  const symbols: SymbolTable = { ...declared, objects, flags };
  const names = new NameCheck(symbols, log, '":init"');
  if (problem.domain.name !== domain.name.name) {
    const message = `the problem is for domain ${quote(problem.domain)}, but the domain is ${quote(domain.name)}`;
    log.report('domain_mismatch', problem.domain, message);
  }
  checkObjects(problem.objects, '":objects"', names);
  for (const { name } of problem.objects) {
    if (!declared.objects.has(name.name)) continue;
    log.report('duplicate_object', name, `the object ${quote(name)} is already a constant of the domain`);
  }
  checkInit(problem.init, names);
  names.enter('the goal');
  names.check(problem.goal, NO_VARIABLES);
  if (problem.metric === null || symbols.functions.has('total-cost')) return;
  const hint = alternatives('total-cost', symbols.functions.keys());
  const message = `the metric uses "total-cost", which ":functions" does not declare: ${hint}`;
  log.report('undeclared_function', problem.goal, message);
}

const NO_VARIABLES = new Scope<TypedName>(new Map());

function checkInit(init: readonly InitialFact[], names: NameCheck) {
  const { log } = names;
  const firsts = new Map<string, InitialFact>();
  for (const fact of init) {
    const { at, terms } = fact;
    const head = fact.kind === 'value' ? fact.function : fact.predicate;
    if (fact.kind === 'value') names.checkFunction(fact, NO_VARIABLES);
    else if (head.name === '=') {
      const [left, right] = terms;
      if (left === undefined || right === undefined || terms.length > 2) {
        log.report('bad_fact', at, mismatch('two terms in "(= …)"', terms.length));
      } else names.check({ kind: 'equal', left, right, at }, NO_VARIABLES);
      log.report('equality_in_init', at, '"=" has no effect in ":init": an object equals only itself');
      continue;
    } else names.checkAtom(fact, NO_VARIABLES);
    const key = [fact.kind === 'value' ? '=' : '', head.name, ...terms.map((term) => term.name)].join(' ');
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, fact);
    else reportRepeatedFact(fact, first, quote(`(${[head, ...terms].map(({ written }) => written).join(' ')})`), log);
  }
}

function reportRepeatedFact(fact: InitialFact, first: InitialFact, text: string, log: Diagnostics) {
  const place = formatPlace(first.at);
  if (fact.kind !== first.kind) {
    log.report('contradictory_fact', fact, `${text} is stated as both true and false; it is ${first.kind} at ${place}`);
  } else if (fact.kind === 'value' && first.kind === 'value' && fact.value !== first.value) {
    log.report('contradictory_fact', fact, `${text} has two values: ${fact.value}, and ${first.value} at ${place}`);
  } else log.report('duplicate_fact', fact, `${text} is stated twice, first at ${place}`);
}
