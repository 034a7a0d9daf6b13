/**
 * The domain and the problem that decide whether predicted actions lead to a task's goal, as EAI gives them to its planner: predicted
 * actions, invented ones included, and the right ones for all others.
 *
 * @module
 */
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
  const objects = (OBJECTS.exec(problem)?.[1] ?? '').trim();
  const names = new UndeclaredNames({
    predicates: predicatesIn(header),
    objects: new Set(wordsIn(objects).filter((word) => !['-', 'object', 'character'].includes(word))),
  });
  const actions = [
    ...[...predicted].map((each) => actionText(each, names)),
    ...[...others].map((each) => written(each)),
  ];
  const own = [...names.predicates].map(([name, count]) => `(${[name, ...variables(count)].join(' ')})`);
  // Actions name the problem's objects, so the domain has them.
  const constants = `(:constants ${objects})\n    (:predicates ${own.join(' ')}`;
  return {
    domain: `${header.replace('(:predicates', () => constants)}\n${actions.join('\n')}\n)`,
    problem: problem.replace(OBJECTS, ''),
    refusal: names.canBeRefused
      ? problem.replace(OBJECTS, '').replace(/\(:goal[\s\S]*$/, () => `(:goal (${REFUSED})))`)
      : null,
  };
}

const OBJECTS = /\(:objects([^()]*)\)/;

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The predicates that a header declares, each with its number of arguments. */
export function predicatesIn(header: string): ReadonlyMap<string, number> {
  const uncommented = header.replaceAll(/;[^\n]*/g, '');
  const section = uncommented.slice(uncommented.indexOf('(:predicates') + 1);
  return new Map(
    Array.from(section.matchAll(/\(([^()]*)\)/g), ([, list = '']) => {
      const [name = '', ...rest] = wordsIn(list);
      return [name, rest.filter((word) => word.startsWith('?')).length];
    }),
  );
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
