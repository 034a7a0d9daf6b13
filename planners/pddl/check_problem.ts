/**
 * Whether a problem fits its domain.
 *
 * @module
 */
import { checkObjects } from './check_domain.ts';
import { NameCheck, type Vocabulary } from './check_names.ts';
import type { Complaints } from './complaints.ts';
import type { Domain, TypedName } from './domain.ts';
import type { InitialFact, Problem } from './problem.ts';
import { RequirementCheck } from './requirements.ts';
import { Scope } from './scope.ts';
import { alternatives, placed, quoted } from './wording.ts';

/** Complains of what is wrong. `vocabulary` is what the domain declares. */
export function checkProblem(problem: Problem, domain: Domain, vocabulary: Vocabulary, complaints: Complaints): void {
  const flags = [...domain.requirements, ...problem.requirements];
  const requirements = new RequirementCheck(flags, complaints);
  if (problem.domain.name !== domain.name.name) {
    const text = `the problem belongs to domain ${quoted(problem.domain.written)}, but the domain is called ${quoted(domain.name.written)}`;
    complaints.add('domain_mismatch', problem.domain.at, text);
  }
  checkObjects(problem.objects, { vocabulary, requirements, complaints });
  const objects = new Map(vocabulary.objects);
  for (const object of problem.objects) {
    const { name, written, at } = object.name;
    if (vocabulary.objects.has(name))
      complaints.add('duplicate_object', at, `the object ${quoted(written)} is a constant of the domain already`);
    objects.set(name, object);
  }
  const all = { ...vocabulary, objects };
  checkInit(problem.init, all, new NameCheck(all, requirements, complaints, '":init"'), complaints);
  new NameCheck(all, requirements, complaints, 'the goal').formula(problem.goal, new Scope<TypedName>(new Map()));
  const { functions } = vocabulary;
  if (problem.metric !== null && !functions.has('total-cost')) {
    const text = `the metric uses "total-cost", which ":functions" does not declare: ${alternatives('total-cost', functions.keys())}`;
    complaints.add('undeclared_function', problem.goal.at, text);
  }
}

type Told = { readonly fact: InitialFact };

function checkInit(
  init: readonly InitialFact[],
  vocabulary: Vocabulary,
  names: NameCheck,
  complaints: Complaints,
): void {
  const told = new Map<string, Told>();
  const none = new Scope<TypedName>(new Map());
  for (const fact of init) {
    if (fact.kind === 'value') {
      names.functionTerm(fact.function, fact.terms.length, fact.at);
      for (const { name, written, at } of fact.terms)
        if (!vocabulary.objects.has(name))
          complaints.add('function_arguments', at, `unknown object ${quoted(written)} in ":init"`);
    } else if (fact.predicate.name === '=') {
      const [left, right] = fact.terms;
      if (left !== undefined && right !== undefined && fact.terms.length === 2)
        names.formula({ kind: 'equal', left, right, at: fact.at }, none);
      else complaints.add('equality_arguments', fact.at, `expected two terms in "(= …)", found ${fact.terms.length}`);
      complaints.add('equality_in_init', fact.at, 'which objects are equal is known: this says nothing');
      continue;
    } else names.atom(fact, none);
    const word = fact.kind === 'value' ? `= ${fact.function.name}` : fact.predicate.name;
    const key = [word, ...fact.terms.map(({ name }) => name)].join(' ');
    const twin = told.get(key);
    if (twin === undefined) told.set(key, { fact });
    else complainOfTwin(fact, twin.fact, complaints);
  }
}

function complainOfTwin(fact: InitialFact, twin: InitialFact, complaints: Complaints): void {
  const head = fact.kind === 'value' ? fact.function : fact.predicate;
  const shown = quoted(`(${[head, ...fact.terms].map(({ written }) => written).join(' ')})`);
  const before = `at ${placed(twin.at)}`;
  if (fact.kind !== twin.kind) {
    complaints.add(
      'contradictory_fact',
      fact.at,
      `${shown} is true and false: it is said to be ${twin.kind} ${before}`,
    );
  } else if (fact.kind === 'value' && twin.kind === 'value' && fact.value !== twin.value) {
    const text = `${shown} has two values: ${fact.value}, and ${twin.value} ${before}`;
    complaints.add('contradictory_value', fact.at, text);
  } else complaints.add('duplicate_fact', fact.at, `${shown} is said twice, the first time ${before}`);
}
