/**
 * The domain and the problem that decide whether predicted actions lead to a task's goal, as EAI gives them to its planner: predicted
 * actions, invented ones included, and the right ones for all others.
 *
 * @module
 */
import { Diagnostics, type PddlFile } from '../../../../planners/pddl/diagnostics/diagnostics.ts';
import { type Expression, type List, readExpression } from '../../../../planners/pddl/read/expression.ts';
import { readTypedList } from '../../../../planners/pddl/read/typed_list.ts';
import type { PddlAction } from './read_actions.ts';
import { readSExpression, type SExpression, writeSExpression } from './s_expression.ts';
import { REFUSED, UndeclaredNames, variablesIn } from './undeclared_names.ts';

export type PlannerTexts = {
  readonly domain: string;
  readonly problem: string;
  /** The problem of making the planner fail while it reads; null where nothing could. */
  readonly refusal: string | null;
};

/** `header` is a domain's text without actions and last parenthesis, `problem` a problem's. */
export function plannerTexts(
  { predicted, others }: Readonly<Record<'predicted' | 'others', ReadonlyMap<string, PddlAction>>>,
  { header, problem }: { readonly header: string; readonly problem: string },
): PlannerTexts {
  const { text: objects, names: objectNames, rest } = objectsIn(problem);
  const names = new UndeclaredNames({ predicates: predicatesIn(header), objects: objectNames });
  const actions = [
    ...[...predicted].map((each) => actionText(each, names)),
    ...[...others].map((each) => written(each)),
  ];
  const own = [...names.predicates].map(([name, count]) => `(${[name, ...variables(count)].join(' ')})`);
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

function variables(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `?x${at}`);
}

function actionText([name, action]: readonly [string, PddlAction], names: UndeclaredNames): string {
  const parameters = readSExpression(action.parameters);
  const [precondition, effect] = [action.precondition, action.effect].map((body) => readSExpression(body));
  if (parameters === null || typeof parameters === 'string' || precondition == null || effect == null) {
    return written([name, action]);
  }
  const bound = variablesIn(parameters);
  const free = variablesWithin(effect).filter((name) => !bound.has(name));
  const hoisted = hoistedVariables(precondition, new Set(free));
  const all = [...parameters, ...hoisted.parameters];
  const declared = variablesIn(all);
  return written([
    name,
    {
      parameters: writeSExpression(all),
      precondition: writeSExpression(names.condition(hoisted.precondition, declared)),
      effect: writeSExpression(names.effect(effect, declared)),
    },
  ]);
}

/** All variables in an effect, those of its own quantifiers included. */
function variablesWithin(expression: SExpression): string[] {
  return typeof expression === 'string' ? [...variablesIn(expression)] : expression.flatMap(variablesWithin);
}

function written([name, { parameters, precondition, effect }]: readonly [string, PddlAction]): string {
  return `(:action ${name}\n  :parameters ${parameters}\n  :precondition ${precondition}\n  :effect ${effect})`;
}

/**
 * Fast Downward's translator turns the variables of an existential quantifier into parameters of the action, so that an effect that
 * names one (which is no PDDL) is about the same object. The precondition without quantifiers over `wanted` variables that stand in it by themselves or within `and`, and what they declare.
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
