/**
 * Whether a problem fits its domain.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { alternatives, placed, quoted } from '../diagnostics/wording.ts';
import type { Domain, TypedName } from '../read/domain.ts';
import type { InitialFact, Problem } from '../read/problem.ts';
import { RequirementCheck } from '../read/requirements.ts';
import { checkObjects } from './check_domain.ts';
import { NameCheck, type SymbolTable } from './check_names.ts';
import { Scope } from './scope.ts';

/** Reports what is wrong. `symbols` is what the domain declares. */
export function checkProblem(problem: Problem, domain: Domain, symbols: SymbolTable, diagnostics: Diagnostics): void {
  const flags = [...domain.requirements, ...problem.requirements];
  const requirements = new RequirementCheck(flags, diagnostics);
  if (problem.domain.name !== domain.name.name) {
    const text = `the problem belongs to domain ${quoted(problem.domain.written)}, but the domain is called ${quoted(domain.name.written)}`;
    diagnostics.report('domain_mismatch', problem.domain.at, text);
  }
  checkObjects(problem.objects, { symbols, requirements, diagnostics });
  const objects = new Map(symbols.objects);
  for (const object of problem.objects) {
    const { name, written, at } = object.name;
    if (symbols.objects.has(name))
      diagnostics.report('duplicate_object', at, `the object ${quoted(written)} is a constant of the domain already`);
    objects.set(name, object);
  }
  const all = { ...symbols, objects };
  checkInit(problem.init, all, new NameCheck(all, requirements, diagnostics, '":init"'), diagnostics);
  new NameCheck(all, requirements, diagnostics, 'the goal').formula(problem.goal, new Scope<TypedName>(new Map()));
  const { functions } = symbols;
  if (problem.metric !== null && !functions.has('total-cost')) {
    const text = `the metric uses "total-cost", which ":functions" does not declare: ${alternatives('total-cost', functions.keys())}`;
    diagnostics.report('undeclared_function', problem.goal.at, text);
  }
}

type Told = { readonly fact: InitialFact };

function checkInit(
  init: readonly InitialFact[],
  symbols: SymbolTable,
  names: NameCheck,
  diagnostics: Diagnostics,
): void {
  const told = new Map<string, Told>();
  const none = new Scope<TypedName>(new Map());
  for (const fact of init) {
    if (fact.kind === 'value') {
      names.functionTerm(fact.function, fact.terms.length, fact.at);
      for (const { name, written, at } of fact.terms)
        if (!symbols.objects.has(name))
          diagnostics.report('function_arguments', at, `unknown object ${quoted(written)} in ":init"`);
    } else if (fact.predicate.name === '=') {
      const [left, right] = fact.terms;
      if (left !== undefined && right !== undefined && fact.terms.length === 2)
        names.formula({ kind: 'equal', left, right, at: fact.at }, none);
      else
        diagnostics.report('equality_arguments', fact.at, `expected two terms in "(= …)", found ${fact.terms.length}`);
      diagnostics.report('equality_in_init', fact.at, 'which objects are equal is known: this says nothing');
      continue;
    } else names.atom(fact, none);
    const word = fact.kind === 'value' ? `= ${fact.function.name}` : fact.predicate.name;
    const key = [word, ...fact.terms.map(({ name }) => name)].join(' ');
    const twin = told.get(key);
    if (twin === undefined) told.set(key, { fact });
    else reportDuplicate(fact, twin.fact, diagnostics);
  }
}

function reportDuplicate(fact: InitialFact, twin: InitialFact, diagnostics: Diagnostics): void {
  const head = fact.kind === 'value' ? fact.function : fact.predicate;
  const shown = quoted(`(${[head, ...fact.terms].map(({ written }) => written).join(' ')})`);
  const before = `at ${placed(twin.at)}`;
  if (fact.kind !== twin.kind) {
    diagnostics.report(
      'contradictory_fact',
      fact.at,
      `${shown} is true and false: it is said to be ${twin.kind} ${before}`,
    );
  } else if (fact.kind === 'value' && twin.kind === 'value' && fact.value !== twin.value) {
    const text = `${shown} has two values: ${fact.value}, and ${twin.value} ${before}`;
    diagnostics.report('contradictory_value', fact.at, text);
  } else diagnostics.report('duplicate_fact', fact.at, `${shown} is said twice, the first time ${before}`);
}
