/** Whether predicted actions lead to a task's goal: what the planner says, as EAI's Fast Downward would. */
import { Diagnostics, type PddlFile } from '../../../../planners/pddl/diagnostics/diagnostics.ts';
import { planProblem } from '../../../../planners/pddl/plan/plan_problem.ts';
import { type Expression, type List, readExpression } from '../../../../planners/pddl/read/expression.ts';
import { readTypedList } from '../../../../planners/pddl/read/typed_list.ts';
import type { PddlAction } from '../checkout/tasks.ts';
import {
  REFUSED,
  readSExpression,
  type SExpression,
  UndeclaredNames,
  variablesIn,
  writeSExpression,
} from './undeclared_names.ts';

/** `refused` is a text that the translator fails on. */
export type PlannerVerdict = {
  readonly verdict: 'solved' | 'unsolvable' | 'refused' | 'limit';
  readonly what: string | null;
};

/** Greedy search is quick where it is not led astray; A* is then less so. */
const SEARCHES = [
  { search: 'gbfs', heuristic: 'ff', limits: { expansionsMax: 500 } },
  { search: 'astar', heuristic: 'ff', limits: { expansionsMax: 20_000 } },
] as const;

export function leadsToGoal({ domain, problem, refusal }: PlannerTexts): PlannerVerdict {
  if (refusal !== null && canBeReached(domain, refusal)) {
    return { verdict: 'refused', what: 'an effect names a variable that nothing declares' };
  }
  let what: string | null = null;
  for (const options of SEARCHES) {
    const { status, message, plan } = planProblem(domain, problem, options);
    if (status === 'solved') return { verdict: 'solved', what: `a plan of ${plan?.length} actions` };
    if (status === 'unsolvable') return { verdict: 'unsolvable', what: message };
    if (status !== 'limit') return { verdict: 'refused', what: message };
    what = message;
  }
  return { verdict: 'limit', what };
}

/** Without regard to what actions delete, which is how far the translator looks. */
function canBeReached(domain: string, problem: string): boolean {
  const { status } = planProblem(domain, problem, { search: 'gbfs', heuristic: 'ff', limits: { expansionsMax: 1 } });
  return status === 'limit' || status === 'solved';
}

type PlannerTexts = {
  readonly domain: string;
  readonly problem: string;
  /** The problem of making the planner fail while it reads; null where nothing could. */
  readonly refusal: string | null;
};

/**
 * Domain and problem as EAI gives them to its planner: predicted actions, invented ones included, and the right ones for all others.
 * `header` is a domain's text without actions and last parenthesis, `problem` a problem's.
 */
export function plannerTexts(
  { predicted, others }: Readonly<Record<'predicted' | 'others', ReadonlyMap<string, PddlAction>>>,
  { header, problem }: { readonly header: string; readonly problem: string },
): PlannerTexts {
  const { text: objects, names: objectNames, rest } = objectsIn(problem);
  const names = new UndeclaredNames({ predicates: predicatesIn(header), objects: objectNames });
  const actions = [
    ...Array.from(predicted, ([name, action]) => written(name, declared(action, names))),
    ...Array.from(others, ([name, action]) => written(name, action)),
  ];
  const own = Array.from(names.predicates, ([name, count]) => {
    const variables = Array.from({ length: count }, (_, at) => `?x${at}`);
    return `(${[name, ...variables].join(' ')})`;
  });
  // Actions name the problem's objects, so the domain has them.
  const constants = `(:constants ${objects}\n    )\n    (:predicates ${own.join(' ')}`;
  return {
    domain: `${header.replace('(:predicates', () => constants)}\n${actions.join('\n')}\n)`,
    problem: rest,
    refusal: names.canBeRefused ? rest.replace(/\(:goal[\s\S]*$/, () => `(:goal (${REFUSED})))`) : null,
  };
}

type Objects = { readonly text: string; readonly names: ReadonlySet<string>; readonly rest: string };

/** The list of a problem's objects as it is written, the names in it, and the problem without it. */
function objectsIn(problem: string): Objects {
  const section = sectionOf(problem, { file: 'problem', keyword: ':objects' });
  if (section === null) return { text: '', names: new Set(), rest: problem };
  const [keyword, ...items] = section.items;
  const list = readTypedList(items, { of: 'objects', variables: false }, new Diagnostics('problem'));
  return {
    text: problem.slice(keyword!.at.end, section.closing.start),
    names: new Set(list.map(({ name }) => name.name)),
    rest: problem.slice(0, section.at.start) + problem.slice(section.at.end),
  };
}

/** The predicates that a header declares, each with its number of arguments. */
function predicatesIn(header: string): ReadonlyMap<string, number> {
  const section = sectionOf(header, { file: 'domain', keyword: ':predicates' });
  const rules = { of: 'parameters of a predicate', variables: true };
  return new Map(
    (section?.items ?? []).flatMap((item) => {
      const [name, ...parameters] = item.kind === 'list' ? item.items : [];
      if (name?.kind !== 'word') return [];
      return [[name.name, readTypedList(parameters, rules, new Diagnostics('domain')).length]];
    }),
  );
}

/** A section of a PDDL text, of which the last parenthesis may be missing. */
function sectionOf(
  text: string,
  { file, keyword }: { readonly file: PddlFile; readonly keyword: string },
): List | null {
  const sections = readExpression(text, new Diagnostics(file))?.items ?? [];
  const isSought = (each: Expression): each is List =>
    each.kind === 'list' && each.items[0]?.kind === 'word' && each.items[0].name === keyword;
  return sections.find(isSought) ?? null;
}

function written(name: string, { parameters, precondition, effect }: PddlAction): string {
  return `(:action ${name}\n  :parameters ${parameters}\n  :precondition ${precondition}\n  :effect ${effect})`;
}

/** The same action with all of its names declared; as it is where it cannot be read. */
function declared(action: PddlAction, names: UndeclaredNames): PddlAction {
  const parameters = readSExpression(action.parameters);
  const [precondition, effect] = [action.precondition, action.effect].map((body) => readSExpression(body));
  if (parameters === null || typeof parameters === 'string' || precondition == null || effect == null) return action;
  const bound = variablesIn(parameters);
  const free = variablesWithin(effect).filter((name) => !bound.has(name));
  const hoisted = hoistedVariables(precondition, new Set(free));
  const all = [...parameters, ...hoisted.parameters];
  const variables = variablesIn(all);
  return {
    parameters: writeSExpression(all),
    precondition: writeSExpression(names.condition(hoisted.precondition, variables)),
    effect: writeSExpression(names.effect(effect, variables)),
  };
}

/** All variables in an effect, those of its own quantifiers included. */
function variablesWithin(expression: SExpression): string[] {
  return typeof expression === 'string' ? [...variablesIn(expression)] : expression.flatMap(variablesWithin);
}

/**
 * Fast Downward's translator turns the variables of an existential quantifier into parameters of the action, so that an effect that
 * names one (which is no PDDL) is about the same object. The precondition without quantifiers over `wanted` variables that stand in it by
 * themselves or within `and`, and what they declare.
 */
function hoistedVariables(
  precondition: SExpression,
  wanted: ReadonlySet<string>,
): { readonly precondition: SExpression; readonly parameters: readonly SExpression[] } {
  const parameters: SExpression[] = [];
  const hoisted = new Set<string>();
  const visit = (expression: SExpression): SExpression => {
    if (typeof expression === 'string') return expression;
    const [head, ...parts] = expression;
    if (head === 'and') return [head, ...parts.map((part) => visit(part))];
    const [list, body] = parts;
    if (head !== 'exists' || list === undefined || body === undefined || typeof list === 'string') return expression;
    const own = [...variablesIn(list)];
    // Of two quantifiers over one name the second has its variable renamed.
    if (!own.some((name) => wanted.has(name)) || own.some((name) => hoisted.has(name))) return expression;
    for (const name of own) hoisted.add(name);
    parameters.push(...list);
    return visit(body);
  };
  return { precondition: visit(precondition), parameters };
}
