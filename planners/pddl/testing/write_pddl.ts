/**
 * Domains and problems as PDDL text in one canonical form: lower case, fixed indentation, nothing that is empty.
 *
 * Reading the text again gives the same trees, except for places and spelling. In domains built by hand, untyped names must come
 * last in a list: before a typed name they can only be written as objects.
 *
 * @module
 */
import type { Action, Amount, Declaration, Domain, Effect, Formula, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import type { InitialFact, Problem } from '../read/problem.ts';

export function writeDomain(domain: Domain): string {
  const { name, requirements, types, constants, predicates, functions, actions } = domain;
  return joined([
    `(define (domain ${name.name})`,
    section(':requirements', [words(requirements)]),
    section(':types', groups(types)),
    section(':constants', groups(constants)),
    section(':predicates', predicates.map(declaration)),
    section(
      ':functions',
      functions.map((item) => `${declaration(item)}${item.type === null ? '' : ` - ${item.type.name}`}`),
    ),
    ...actions.map(writeAction),
  ]);
}

export function writeProblem(problem: Problem): string {
  const { name, domain, requirements, objects, init, goal, metric } = problem;
  return joined([
    `(define (problem ${name.name})`,
    `  (:domain ${domain.name})`,
    section(':requirements', [words(requirements)]),
    section(':objects', groups(objects)),
    ['  (:init', ...init.map((item) => `    ${fact(item)}`)].join('\n').concat(')'),
    `  (:goal ${formula(goal, 4)})`,
    metric === null ? '' : `  (:metric minimize (${metric}))`,
  ]);
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n')})\n`;
}

function section(keyword: string, lines: readonly string[]): string {
  const written = lines.filter((line) => line !== '');
  if (written.length === 0) return '';
  if (written.length === 1) return `  (${keyword} ${written[0]})`;
  return `  (${keyword}\n${written.map((line) => `    ${line}`).join('\n')})`;
}

function words(list: readonly Word[]): string {
  return list.map(({ name }) => name).join(' ');
}

/** Names of one type after the other, a line for each type. */
function groups(names: readonly TypedName[]): string[] {
  const lastTyped = names.findLastIndex(({ types }) => types !== null);
  const lines: string[] = [];
  let group: string[] = [];
  for (const [index, { name, types }] of names.entries()) {
    group.push(name.name);
    const type = typeText(types ?? (index < lastTyped ? 'object' : null));
    const next = names[index + 1];
    if (next !== undefined && typeText(next.types ?? (index + 1 < lastTyped ? 'object' : null)) === type) continue;
    lines.push(`${group.join(' ')}${type}`);
    group = [];
  }
  return lines;
}

function typeText(types: TypedName['types'] | 'object'): string {
  if (types === null) return '';
  if (types === 'object') return ' - object';
  return types.length === 1 ? ` - ${words(types)}` : ` - (either${types.map(({ name }) => ` ${name}`).join('')})`;
}

function list(names: readonly TypedName[]): string {
  return groups(names).join(' ');
}

function declaration({ name, parameters }: Declaration): string {
  return `(${[name.name, ...groups(parameters)].join(' ')})`;
}

function writeAction({ name, parameters, precondition, effect: outcome }: Action): string {
  return [
    `  (:action ${name.name}`,
    `    :parameters (${list(parameters)})`,
    ...(precondition === null ? [] : [`    :precondition ${formula(precondition, 6)}`]),
    `    :effect ${effect(outcome, 6)})`,
  ].join('\n');
}

function applied(head: Word, terms: readonly Word[]): string {
  return `(${words([head, ...terms])})`;
}

/** `(and …)` with its parts on lines of their own, or all on one line. */
function junction(kind: string, parts: readonly string[], indent: number | null): string {
  if (indent === null || parts.length < 2) return `(${[kind, ...parts].join(' ')})`;
  return `(${[kind, ...parts].join(`\n${' '.repeat(indent)}`)})`;
}

function formula(condition: Formula, indent: number | null): string {
  switch (condition.kind) {
    case 'atom':
      return applied(condition.predicate, condition.terms);
    case 'equal':
      return `(= ${condition.left.name} ${condition.right.name})`;
    case 'and':
    case 'or': {
      const parts = condition.parts.map((part) => formula(part, null));
      return junction(condition.kind, parts, indent);
    }
    case 'not':
      return `(not ${formula(condition.part, null)})`;
    case 'imply':
      return `(imply ${formula(condition.premise, null)} ${formula(condition.conclusion, null)})`;
    default:
      return `(${condition.kind} (${list(condition.variables)}) ${formula(condition.part, null)})`;
  }
}

function effect(outcome: Effect, indent: number | null): string {
  switch (outcome.kind) {
    case 'add':
      return applied(outcome.predicate, outcome.terms);
    case 'delete':
      return `(not ${applied(outcome.predicate, outcome.terms)})`;
    case 'and': {
      const parts = outcome.parts.map((part) => effect(part, null));
      return junction('and', parts, indent);
    }
    case 'when':
      return `(when ${formula(outcome.condition, null)} ${effect(outcome.part, null)})`;
    case 'forall':
      return `(forall (${list(outcome.variables)}) ${effect(outcome.part, null)})`;
    default:
      return `(increase (total-cost) ${amount(outcome.amount)})`;
  }
}

function amount(cost: Amount): string {
  return typeof cost === 'number' ? String(cost) : applied(cost.function, cost.terms);
}

function fact(item: InitialFact): string {
  if (item.kind === 'value') return `(= ${applied(item.function, item.terms)} ${item.value})`;
  const atom = applied(item.predicate, item.terms);
  return item.kind === 'true' ? atom : `(not ${atom})`;
}
