import TinyQueue from 'tinyqueue';
import type { Action, Model } from '../../envs/env.ts';
import type { PddlObservation } from '../../envs/pddl/observation.ts';
import { planProblem } from '../pddl/plan/plan_problem.ts';
import { planActions } from '../tabletop_problem.ts';
import { isSearchable, type Searchable } from './searchable.ts';

export type FindPlanOptions = {
  /** Of each search. */
  readonly expansionsMax: number;
};

export type FoundPlan = Readonly<{
  plan: readonly Action[] | null;
  /** The plan is proven shortest, or proven not to exist. */
  optimal: boolean;
  /** Steps that any plan needs; infinite if no plan exists. */
  lowerBound: number;
  expanded: number;
}>;

const WEIGHTS = [2, 5, 20];

/**
 * Does not change the model.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { bindTask, findPlan, searchable } from 'tapedeck/env';
 * import { household } from 'tapedeck/household';
 *
 * const env = bindTask(household, { scene: 'house_1', tasks: 'table_1', task: 'open_fridge' }).newEnv(0);
 * await env.reset();
 * const { plan, lowerBound } = findPlan(searchable(env.model!()), { expansionsMax: 20_000 });
 * assert.equal(plan?.length, lowerBound);
 * ```
 */
export function findPlan(model: Searchable, { expansionsMax }: FindPlanOptions): FoundPlan {
  const exact = aStar(model, { expansionsMax, weight: 1 });
  const { lowerBound } = exact;
  let { expanded } = exact;
  if (exact.status !== 'limit') return { plan: exact.plan, optimal: true, lowerBound, expanded };
  for (const weight of WEIGHTS) {
    const quick = aStar(model, { expansionsMax, weight });
    expanded += quick.expanded;
    if (quick.status === 'none') return { plan: null, optimal: true, lowerBound: quick.lowerBound, expanded };
    if (quick.plan === null) continue;
    const plan = shortenPlan(model, quick.plan);
    return { plan, optimal: plan.length <= lowerBound, lowerBound, expanded };
  }
  return { plan: null, optimal: false, lowerBound, expanded };
}

type Node = Readonly<{
  parent: Node | null;
  action: Action | null;
  key: string;
  g: number;
  f: number;
  isGoal: boolean;
  order: number;
}>;

/** Weighted A* (Pohl 1970). Reopens states, since the bound need not be consistent. */
export function aStar(root: Searchable, { expansionsMax, weight }: FindPlanOptions & { readonly weight: number }) {
  const open = new TinyQueue<Node>([], (a, b) => a.f - b.f || b.g - a.g || b.order - a.order);
  const shortest = new Map<string, number>();
  let generated = 0;
  let expanded = 0;

  function reach(model: Searchable, parent: Node | null, action: Action | null): void {
    const key = model.key();
    const g = parent === null ? 0 : parent.g + 1;
    if (g >= (shortest.get(key) ?? Infinity)) return;
    const remaining = model.lowerBound();
    if (remaining === Infinity) return;
    shortest.set(key, g);
    const f = Math.max(parent?.f ?? 0, g + weight * remaining);
    open.push({ parent, action, key, g, f, isGoal: model.goal().success, order: generated++ });
  }

  reach(root, null, null);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.g > (shortest.get(node.key) ?? 0)) continue;
    if (node.isGoal) return { status: 'found', plan: planTo(node), expanded, lowerBound: node.f } as const;
    if (expanded === expansionsMax) return { status: 'limit', plan: null, expanded, lowerBound: node.f } as const;
    expanded++;
    const model = root.clone();
    for (const action of planTo(node)) model.step(action);
    for (const action of model.actions()) {
      const next = model.clone();
      if (next.step(action) === null) reach(next, node, action);
    }
  }
  return { status: 'none', plan: null, expanded, lowerBound: Infinity } as const;
}

function planTo(node: Node): Action[] {
  const plan: Action[] = [];
  for (let step: Node | null = node; step !== null; step = step.parent) {
    if (step.action !== null) plan.push(step.action);
  }
  return plan.reverse();
}

export function shortenPlan(model: Searchable, plan: readonly Action[]): readonly Action[] {
  let shorter = cutAtGoal(model, plan) ?? plan;
  for (;;) {
    const next = removeOneOrTwo(model, shorter);
    if (next === null) return shorter;
    shorter = next;
  }
}

function removeOneOrTwo(model: Searchable, plan: readonly Action[]): readonly Action[] | null {
  const before = model.clone();
  for (const [first, action] of plan.entries()) {
    for (let second = first; second < plan.length; second++) {
      const fewer = plan.filter((_, index) => index > first && index !== second);
      const goalReaching = cutAtGoal(before, fewer);
      if (goalReaching !== null) return [...plan.slice(0, first), ...goalReaching];
    }
    before.step(action);
  }
  return null;
}

function cutAtGoal(model: Searchable, plan: readonly Action[]): readonly Action[] | null {
  const walk = model.clone();
  if (walk.goal().success) return [];
  for (const [index, action] of plan.entries()) {
    if (walk.step(action) !== null) return null;
    if (walk.goal().success) return plan.slice(0, index + 1);
  }
  return null;
}

/** Null if the model cannot be searched. */
export function findModelPlan(model: Model, options: FindPlanOptions): FoundPlan | null {
  const observation = model.observe?.();
  if (observation?.world === 'pddl') return planPddl(observation as PddlObservation, options);
  return isSearchable(model) ? findPlan(model, options) : null;
}

function planPddl({ actions, objects, facts, goal }: PddlObservation, { expansionsMax }: FindPlanOptions): FoundPlan {
  const factsText = (all: readonly string[]) => all.map((fact) => `(${fact})`).join(' ');
  const mentioned: string[] = [];
  const actionTexts = Object.entries(actions).map(([name, { parameters, needs, adds, deletes }]) => {
    mentioned.push(...needs, ...adds, ...deletes);
    const effects = factsText([...adds, ...deletes.map((fact) => `not (${fact})`)]);
    return `(:action ${name} :parameters (${parameters.join(' ')}) :precondition (and ${factsText(needs)}) :effect (and ${effects}))`;
  });
  const declarationOf = (fact: string) => fact.split(' ').map((term, index) => (index === 0 ? term : `?x${index}`));
  const predicates = new Set([...mentioned, ...facts, ...goal].map((fact) => declarationOf(fact).join(' ')));
  const domain = `(define (domain seen) (:predicates ${factsText([...predicates])}) ${actionTexts.join(' ')})`;
  const problem = `(define (problem now) (:domain seen) (:objects ${objects.join(' ')}) (:init ${factsText(facts)}) (:goal (and ${factsText(goal)})))`;
  const { status, plan, cost, expanded } = planProblem(domain, problem, { limits: { expansionsMax } });
  const lowerBound = status === 'unsolvable' ? Infinity : (cost ?? 0);
  return { plan: plan && planActions(plan, objects), optimal: status !== 'limit', lowerBound, expanded: expanded ?? 0 };
}
