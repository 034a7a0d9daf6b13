/**
 * Checks that a problem fits its domain.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { Domain, TypedName } from '../read/domain.ts';
import type { InitialFact, Problem } from '../read/problem.ts';
import { RequirementCheck } from '../read/requirements.ts';
import { checkObjects } from './check_domain.ts';
import { NameCheck, type SymbolTable } from './check_names.ts';
import { Scope } from './scope.ts';

/** Reports what is wrong. `symbols` are those that the domain declares. */
export function checkProblem(problem: Problem, domain: Domain, symbols: SymbolTable, diagnostics: Diagnostics): void {
  const flags = [...domain.requirements, ...problem.requirements];
  const requirements = new RequirementCheck(flags, diagnostics);
  if (problem.domain.name !== domain.name.name)
    diagnostics.report('domain_mismatch', problem.domain.at, problem.domain.written, domain.name.written);
  checkObjects(problem.objects, { symbols, requirements, diagnostics });
  const objects = new Map(symbols.objects);
  for (const object of problem.objects) {
    const { name, written, at } = object.name;
    if (symbols.objects.has(name)) diagnostics.report('duplicate_object', at, written, null);
    objects.set(name, object);
  }
  const all = { ...symbols, objects };
  checkInit(problem.init, all, new NameCheck(all, requirements, diagnostics, '":init"'), diagnostics);
  new NameCheck(all, requirements, diagnostics, 'the goal').formula(problem.goal, new Scope<TypedName>(new Map()));
  const { functions } = symbols;
  if (problem.metric !== null && !functions.has('total-cost'))
    diagnostics.report('undeclared_function', problem.goal.at, null, functions.keys());
}

function checkInit(
  init: readonly InitialFact[],
  symbols: SymbolTable,
  names: NameCheck,
  diagnostics: Diagnostics,
): void {
  const told = new Map<string, InitialFact>();
  const none = new Scope<TypedName>(new Map());
  for (const fact of init) {
    if (fact.kind === 'value') {
      names.functionTerm(fact.function, fact.terms.length, fact.at);
      for (const { name, written, at } of fact.terms)
        if (!symbols.objects.has(name)) diagnostics.report('function_arguments', at, written, { where: '":init"' });
    } else if (fact.predicate.name === '=') {
      const [left, right] = fact.terms;
      if (left !== undefined && right !== undefined && fact.terms.length === 2)
        names.formula({ kind: 'equal', left, right, at: fact.at }, none);
      else diagnostics.report('equality_arguments', fact.at, fact.terms.length);
      diagnostics.report('equality_in_init', fact.at);
      continue;
    } else names.atom(fact, none);
    const word = fact.kind === 'value' ? `= ${fact.function.name}` : fact.predicate.name;
    const key = [word, ...fact.terms.map(({ name }) => name)].join(' ');
    const twin = told.get(key);
    if (twin === undefined) told.set(key, fact);
    else reportDuplicate(fact, twin, diagnostics);
  }
}

function reportDuplicate(fact: InitialFact, twin: InitialFact, diagnostics: Diagnostics): void {
  const head = fact.kind === 'value' ? fact.function : fact.predicate;
  const text = `(${[head, ...fact.terms].map(({ written }) => written).join(' ')})`;
  if (fact.kind !== twin.kind) diagnostics.report('contradictory_fact', fact.at, text, twin.kind, twin.at);
  else if (fact.kind === 'value' && twin.kind === 'value' && fact.value !== twin.value)
    diagnostics.report('contradictory_value', fact.at, text, fact.value, twin.value, twin.at);
  else diagnostics.report('duplicate_fact', fact.at, text, twin.at);
}
