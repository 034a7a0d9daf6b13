/** A plan by search: a shortest one where the expansions suffice to prove it, else the shortest that could be found. */

import TinyQueue from 'tinyqueue';
import type { Action } from '../../envs/env.ts';
import type { Searchable } from './searchable.ts';

export type FindPlanOptions = {
  /** Most expansions of the search for a shortest plan, and once more of each search for any plan. */
  readonly expansionsMax: number;
};

export type FoundPlan = {
  /** Null where there is none, or none was found. */
  readonly plan: readonly Action[] | null;
  /** Whether it is proven that no plan is shorter; with no plan, that there is none. */
  readonly optimal: boolean;
  /** No plan has fewer steps; infinite where it is proven that there is none. */
  readonly lowerBound: number;
  /** States whose successors were looked at, in all searches. */
  readonly expanded: number;
};

/** What an estimated step counts in the searches for any plan, one after the other until one finds something. */
const WEIGHTS = [2, 5, 20];

/**
 * Searches from where the model stands to where its goal holds; the model itself stays as it is.
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

/**
 * A* over a world's model: every action costs one step.
 *
 * Follows Hart, Nilsson and Raphael 1968, with reopening, for a lower bound that is admissible need not be consistent, and
 * with a weight on it (Pohl 1970) for a search that gets there sooner and proves nothing. States are told apart by the
 * model's key. No state is kept but by its key: a model is made again from the actions that lead to it, so that memory
 * goes with the number of states, not with the size of the world.
 */
type SearchLimits = {
  /** Most states whose successors are looked at. */
  readonly expansionsMax: number;
  /** What an estimated step counts against one done; 1 for a shortest plan. */
  readonly weight: number;
};

type SearchResult = {
  readonly status: 'found' | 'none' | 'limit';
  /** The actions of the plan found. */
  readonly plan: readonly Action[] | null;
  readonly expanded: number;
  /** No plan is shorter, if the weight is 1. */
  readonly lowerBound: number;
};

type Node = {
  readonly parent: Node | null;
  readonly action: Action | null;
  readonly key: string;
  /** Steps done. */
  readonly g: number;
  /** Steps done, and what is estimated to be left by its weight. */
  readonly f: number;
  readonly isGoal: boolean;
  /** Insertion order. */
  readonly order: number;
};

export function aStar(root: Searchable, { expansionsMax, weight }: SearchLimits): SearchResult {
  const open = new TinyQueue<Node>([], compare);
  const shortest = new Map<string, number>();
  let generated = 0;
  let expanded = 0;

  function reach(model: Searchable, parent: Node | null, action: Action | null): void {
    const key = model.key();
    const g = parent === null ? 0 : parent.g + 1;
    if (g >= (shortest.get(key) ?? Number.POSITIVE_INFINITY)) return;
    const left = model.lowerBound();
    if (left === Number.POSITIVE_INFINITY) return;
    shortest.set(key, g);
    const f = Math.max(parent?.f ?? 0, g + weight * left);
    open.push({ parent, action, key, g, f, isGoal: model.goal().success, order: generated++ });
  }

  reach(root, null, null);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.g > (shortest.get(node.key) ?? 0)) continue;
    if (node.isGoal) return { status: 'found', plan: planTo(node), expanded, lowerBound: node.f };
    if (expanded === expansionsMax) return { status: 'limit', plan: null, expanded, lowerBound: node.f };
    expanded++;
    const model = modelAt(root, node);
    for (const action of model.actions()) {
      const next = model.clone();
      if (next.step(action) === null) reach(next, node, action);
    }
  }
  return { status: 'none', plan: null, expanded, lowerBound: Number.POSITIVE_INFINITY };
}

/** Least first; of equals the one with more steps done, then the younger one. */
function compare(a: Node, b: Node): number {
  return a.f - b.f || b.g - a.g || b.order - a.order;
}

function planTo(node: Node): Action[] {
  const plan: Action[] = [];
  for (let at: Node | null = node; at !== null; at = at.parent) {
    if (at.action !== null) plan.push(at.action);
  }
  return plan.reverse();
}

function modelAt(root: Searchable, node: Node): Searchable {
  const model = root.clone();
  for (const action of planTo(node)) model.step(action);
  return model;
}

/** A plan that leads from the model to the goal, and no action or pair of actions of which can be left out. */
export function shortenPlan(model: Searchable, plan: readonly Action[]): readonly Action[] {
  let shorter = upToGoal(model, plan) ?? plan;
  for (;;) {
    const next = withoutSome(model, shorter);
    if (next === null) return shorter;
    shorter = next;
  }
}

/** The plan without its first action, or pair of actions, that can be left out; null if there is none. */
function withoutSome(model: Searchable, plan: readonly Action[]): readonly Action[] | null {
  const before = model.clone();
  for (const [first, action] of plan.entries()) {
    for (let second = first; second < plan.length; second++) {
      const rest = plan.filter((_, at) => at > first && at !== second);
      const enough = upToGoal(before, rest);
      if (enough !== null) return [...plan.slice(0, first), ...enough];
    }
    before.step(action);
  }
  return null;
}

/** As much of the plan as is needed to reach the goal; null if it does not, or if an action is refused. */
function upToGoal(model: Searchable, plan: readonly Action[]): readonly Action[] | null {
  const walk = model.clone();
  if (walk.goal().success) return [];
  for (const [at, action] of plan.entries()) {
    if (walk.step(action) !== null) return null;
    if (walk.goal().success) return plan.slice(0, at + 1);
  }
  return null;
}
