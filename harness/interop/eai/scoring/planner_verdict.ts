import { Diagnostics, type PddlFile } from '../../../../planners/pddl/diagnostics/diagnostics.ts';
import { planProblem } from '../../../../planners/pddl/plan/plan_problem.ts';
import { type Expression, type List, readExpression } from '../../../../planners/pddl/read/expression.ts';
import { readTypedList } from '../../../../planners/pddl/read/typed_list.ts';
import type { PddlAction } from '../checkout/tasks.ts';

export type PlannerVerdict = Readonly<{ verdict: 'solved' | 'unsolvable' | 'refused' | 'limit'; what: string | null }>;

const SEARCHES = [
  { search: 'gbfs', heuristic: 'ff', limits: { expansionsMax: 500 } },
  { search: 'astar', heuristic: 'ff', limits: { expansionsMax: 20_000 } },
] as const;

export function plannerVerdict({ domain, problem, refusal }: ReturnType<typeof plannerTexts>): PlannerVerdict {
  if (refusal !== null) {
    // The translator fails on any action that is reachable without deletes.
    const { status } = planProblem(domain, refusal, { search: 'gbfs', heuristic: 'ff', limits: { expansionsMax: 1 } });
    if (status === 'limit' || status === 'solved') {
      return { verdict: 'refused', what: 'an effect names an undeclared variable' };
    }
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

export function plannerTexts(
  { predicted, others }: Record<'predicted' | 'others', ReadonlyMap<string, PddlAction>>,
  { header, problem }: { header: string; problem: string },
) {
  const { text: objects, names: objectNames, rest } = objectsIn(problem);
  const names = new UndeclaredNames({ predicates: predicatesIn(header), objects: objectNames });
  const actions = [
    ...Array.from(predicted, ([name, action]) => actionText(name, withDeclaredNames(action, names))),
    ...Array.from(others, ([name, action]) => actionText(name, action)),
  ];
  const predicates = Array.from(names.predicates, ([name, count]) => {
    const variables = Array.from({ length: count }, (_, at) => `?x${at}`);
    return `(${[name, ...variables].join(' ')})`;
  });
  // Actions name the problem's objects.
  const constants = `(:constants ${objects}\n    )\n    (:predicates ${predicates.join(' ')}`;
  return {
    domain: `${header.replace('(:predicates', () => constants)}\n${actions.join('\n')}\n)`,
    problem: rest,
    refusal: names.predicates.has(REFUSED) ? rest.replace(/\(:goal[\s\S]*$/, () => `(:goal (${REFUSED})))`) : null,
  };
}

function objectsIn(problem: string) {
  const section = sectionOf(problem, { file: 'problem', keyword: ':objects' });
  if (section === null) return { text: '', names: new Set<string>(), rest: problem };
  const [keyword, ...items] = section.items;
  const list = readTypedList(items, { noun: 'objects', areVariables: false }, new Diagnostics('problem'));
  return {
    text: problem.slice(keyword!.at.end, section.closing.start),
    names: new Set(list.map(({ name }) => name.name)),
    rest: problem.slice(0, section.at.start) + problem.slice(section.at.end),
  };
}

function predicatesIn(header: string): ReadonlyMap<string, number> {
  const section = sectionOf(header, { file: 'domain', keyword: ':predicates' });
  const rules = { noun: 'parameters of a predicate', areVariables: true };
  return new Map(
    (section?.items ?? []).flatMap((item) => {
      const [name, ...parameters] = item.kind === 'list' ? item.items : [];
      if (name?.kind !== 'word') return [];
      return [[name.name, readTypedList(parameters, rules, new Diagnostics('domain')).length]];
    }),
  );
}

function sectionOf(text: string, { file, keyword }: { file: PddlFile; keyword: string }): List | null {
  const sections = readExpression(text, new Diagnostics(file))?.items ?? [];
  const hasKeyword = (each: Expression): each is List =>
    each.kind === 'list' && each.items[0]?.kind === 'word' && each.items[0].name === keyword;
  return sections.find(hasKeyword) ?? null;
}

function actionText(name: string, { parameters, precondition, effect }: PddlAction): string {
  return `(:action ${name}\n  :parameters ${parameters}\n  :precondition ${precondition}\n  :effect ${effect})`;
}

function withDeclaredNames(action: PddlAction, names: UndeclaredNames): PddlAction {
  const [parameters, precondition, effect] = [action.parameters, action.precondition, action.effect].map(readList);
  if (!parameters || !precondition || !effect) return action;
  const bound = variablesIn(parameters);
  const free = variablesWithin(effect).filter((name) => !bound.has(name));
  const hoisted = hoistVariables(precondition, new Set(free));
  const all = [...parameters, ...hoisted.parameters];
  const variables = variablesIn(all);
  return {
    parameters: writeSExpression(all),
    precondition: writeSExpression(names.rewrite(hoisted.precondition, variables, NEVER)),
    effect: writeSExpression(names.rewrite(effect, variables, REFUSED)),
  };
}

function variablesWithin(expression: SExpression): string[] {
  return typeof expression === 'string' ? [...variablesIn(expression)] : expression.flatMap(variablesWithin);
}

/** As in Fast Downward, but not in PDDL, effects may name variables that the precondition quantifies. */
function hoistVariables(precondition: SExpression, free: ReadonlySet<string>) {
  const parameters: SExpression[] = [];
  const hoisted = new Set<string>();
  const visit = (expression: SExpression): SExpression => {
    if (typeof expression === 'string') return expression;
    const [head, ...parts] = expression;
    if (head === 'and') return [head, ...parts.map((part) => visit(part))];
    const [list, body] = parts;
    if (head !== 'exists' || list === undefined || body === undefined || typeof list === 'string') return expression;
    const quantified = [...variablesIn(list)];
    // The translator renames repeated variables.
    if (!quantified.some((name) => free.has(name)) || quantified.some((name) => hoisted.has(name))) return expression;
    for (const name of quantified) hoisted.add(name);
    parameters.push(...list);
    return visit(body);
  };
  return { precondition: visit(precondition), parameters };
}

type SExpression = string | readonly SExpression[];

function readList(text: string): readonly SExpression[] | null {
  const diagnostics = new Diagnostics('domain');
  const list = readExpression(text, diagnostics);
  return list === null || diagnostics.errors.length > 0 ? null : list.items.map(sExpression);
}

function sExpression(expression: Expression): SExpression {
  return expression.kind === 'word' ? expression.name : expression.items.map(sExpression);
}

function writeSExpression(expression: SExpression): string {
  return typeof expression === 'string' ? expression : `(${expression.map(writeSExpression).join(' ')})`;
}

function variablesIn(list: SExpression): ReadonlySet<string> {
  const words = typeof list === 'string' ? [list] : list.filter((word) => typeof word === 'string');
  return new Set(words.filter((word) => word.startsWith('?')));
}

const NEVER = 'eai_never';
const REFUSED = 'eai_refused'; // holds if EAI's translator fails

type NameScope = Readonly<{ predicates: ReadonlyMap<string, number>; objects: ReadonlySet<string> }>;

/** In EAI's Fast Downward, atoms with an undeclared variable never hold; other undeclared names make new atoms. */
class UndeclaredNames {
  readonly predicates = new Map<string, number>();
  readonly #scope: NameScope;

  constructor(scope: NameScope) {
    this.#scope = scope;
  }

  /** `undeclared`: NEVER in a condition, REFUSED in an effect. */
  rewrite(expression: SExpression, variables: ReadonlySet<string>, undeclared: string): SExpression {
    if (typeof expression === 'string') return expression;
    const [head, ...parts] = expression;
    if (typeof head !== 'string') return expression;
    const inside = (part: SExpression, names = variables) => this.rewrite(part, names, undeclared);
    const condition = (part: SExpression) => this.rewrite(part, variables, NEVER);
    // a deleted atom need not hold
    if (head === 'not') return [head, ...parts.map(condition)];
    if (head === 'and' || head === 'or' || head === 'imply') return [head, ...parts.map((part) => inside(part))];
    if (head === 'exists' || head === 'forall') {
      const [list = [], ...bodies] = parts;
      const names = new Set([...variables, ...variablesIn(list)]);
      return [head, list, ...bodies.map((body) => inside(body, names))];
    }
    if (head === 'when') {
      const [first = [], ...effects] = parts;
      return [head, condition(first), ...effects.map((each) => inside(each))];
    }
    return this.#atom(head, parts, { variables, undeclared }) ?? expression;
  }

  #atom(
    predicate: string,
    terms: readonly SExpression[],
    { variables, undeclared }: { variables: ReadonlySet<string>; undeclared: string },
  ): SExpression | null {
    const arity = predicate === '=' ? 2 : this.#scope.predicates.get(predicate);
    const names = terms.filter((term) => typeof term === 'string');
    if (arity !== terms.length || names.length < terms.length) return null;
    if (names.some((name) => name.startsWith('?') && !variables.has(name))) {
      this.predicates.set(undeclared, 0);
      return [undeclared];
    }
    const isKnown = (name: string) => name.startsWith('?') || this.#scope.objects.has(name);
    if (names.every((name) => isKnown(name))) return null;
    const merged = [predicate, ...names.map((name) => (isKnown(name) ? '' : name))].join('_of_').replace('=', 'same');
    const remaining = names.filter((name) => isKnown(name));
    this.predicates.set(merged, remaining.length);
    return [merged, ...remaining];
  }
}
