/**
 * Domains and problems as PDDL text: reading it again gives the same trees, except for places and spelling. Untyped names must come
 * last in a list, since before a typed name they cannot be written.
 */
import {
  type Amount,
  type Declaration,
  type Domain,
  type Effect,
  type Formula,
  partsOf,
  type TypedName,
} from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import type { InitialFact, Problem } from '../read/problem.ts';

export function writeDomain({ name, requirements, types, constants, predicates, functions, actions }: Domain): string {
  return `(define (domain ${name.name})
    (:requirements ${words(requirements)})
    (:types ${list(types)})
    (:constants ${list(constants)})
    (:predicates ${predicates.map(declaration).join(' ')})
    (:functions ${functions.map((item) => declaration(item) + (item.type === null ? '' : ` - ${item.type.name}`)).join(' ')})
    ${actions
      .map(
        ({ name, parameters, precondition, effect }) =>
          `(:action ${name.name} :parameters (${list(parameters)})
            ${precondition === null ? '' : `:precondition ${text(precondition)}`} :effect ${text(effect)})`,
      )
      .join('\n')})`;
}

export function writeProblem({ name, domain, requirements, objects, init, goal, metric }: Problem): string {
  return `(define (problem ${name.name})
    (:domain ${domain.name})
    (:requirements ${words(requirements)})
    (:objects ${list(objects)})
    (:init ${init.map(fact).join('\n')})
    (:goal ${text(goal)})
    ${metric === null ? '' : `(:metric minimize (${metric}))`})`;
}

function words(all: readonly Word[]): string {
  return all.map(({ name }) => name).join(' ');
}

function list(names: readonly TypedName[]): string {
  return names.map(({ name, types }) => name.name + typeText(types)).join(' ');
}

function typeText(types: TypedName['types']): string {
  if (types === null) return '';
  return types.length === 1 ? ` - ${words(types)}` : ` - (either ${words(types)})`;
}

function declaration({ name, parameters }: Declaration): string {
  return `(${name.name} ${list(parameters)})`;
}

function applied(head: Word, terms: readonly Word[]): string {
  return `(${words([head, ...terms])})`;
}

function text(node: Formula | Effect): string {
  if (node.kind === 'increase') return `(increase (total-cost) ${amount(node.amount)})`;
  if (node.kind === 'equal') return `(= ${words([node.left, node.right])})`;
  if ('predicate' in node) return absentIf(node.kind === 'delete', applied(node.predicate, node.terms));
  const variables = 'variables' in node ? [`(${list(node.variables)})`] : [];
  const conditions = 'condition' in node ? [text(node.condition)] : [];
  return `(${[node.kind, ...variables, ...conditions, ...partsOf(node).map(text)].join(' ')})`;
}

function amount(cost: Amount): string {
  return typeof cost === 'number' ? String(cost) : applied(cost.function, cost.terms);
}

function fact(item: InitialFact): string {
  if (item.kind === 'value') return `(= ${applied(item.function, item.terms)} ${item.value})`;
  return absentIf(item.kind === 'false', applied(item.predicate, item.terms));
}

function absentIf(isAbsent: boolean, atom: string): string {
  return isAbsent ? `(not ${atom})` : atom;
}
