/**
 * A problem that a prompt states, as a scene of the world `pddl` has it.
 *
 * @module
 */
import type { PddlObservation } from '../../../envs/pddl/observation.ts';
import type { Atom, Effect, Formula, TypedName } from '../../../planners/pddl/read/domain.ts';
import { objectWords } from '../reading/domain_words.ts';
import type { StatedProblem } from '../reading/problems.ts';

/** Throws an Error where the domain needs more than STRIPS and a flat list of types. */
export function stripsOf({ domain, problem, words }: StatedProblem): Omit<PddlObservation, 'world' | 'domain'> {
  const types = new Set(domain.types.flatMap(({ types: above }) => above ?? []).map(({ name }) => name));
  if (types.size > (types.has('object') ? 1 : 0)) throw new Error('the domain has types of types');
  const actions = domain.actions.map(({ name, parameters, precondition, effect }) => {
    const [adds, deletes] = [effects(effect, 'add'), effects(effect, 'delete')];
    const needs = [...parameters.flatMap(kindsOf), ...atoms(precondition)];
    return [name.name, { parameters: parameters.map((each) => each.name.name), needs, adds, deletes }];
  });
  const start = problem.init.flatMap((fact) => (fact.kind === 'true' ? [factText(fact)] : []));
  return {
    actions: Object.fromEntries(actions),
    words: {
      actions: { ...words?.actions },
      facts: { ...words?.predicates },
      objects: Object.fromEntries(words === null ? [] : objectWords(words)),
    },
    objects: problem.objects.map(({ name }) => name.name),
    facts: [...new Set([...problem.objects.flatMap(kindsOf), ...start])],
    goal: atoms(problem.goal),
  };
}

/** `is-box b1` for `b1 - box`. */
function kindsOf({ name, types }: TypedName): string[] {
  return (types ?? []).map((type) => `is-${type.name} ${name.name}`);
}

function atoms(formula: Formula | null): string[] {
  if (formula === null) return [];
  if (formula.kind === 'and') return formula.parts.flatMap(atoms);
  if (formula.kind === 'atom') return [factText(formula)];
  throw new Error(`the domain has a condition with "${formula.kind}"`);
}

function effects(effect: Effect, kind: 'add' | 'delete'): string[] {
  if (effect.kind === 'and') return effect.parts.flatMap((part) => effects(part, kind));
  if (effect.kind !== 'add' && effect.kind !== 'delete') throw new Error(`the domain has an effect "${effect.kind}"`);
  return effect.kind === kind ? [factText(effect)] : [];
}

function factText({ predicate, terms }: Atom): string {
  return [predicate, ...terms].map(({ name }) => name).join(' ');
}
