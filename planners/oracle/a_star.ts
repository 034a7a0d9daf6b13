/**
 * A* over a world's model: every action costs one step.
 *
 * Follows Hart, Nilsson and Raphael 1968, with reopening, for a lower bound that is admissible need not be consistent, and
 * with a weight on it (Pohl 1970) for a search that gets there sooner and proves nothing. States are told apart by the
 * model's key. No state is kept but by its key: a model is made again from the actions that lead to it, so that memory
 * goes with the number of states, not with the size of the world.
 */
import type { Action } from '../../envs/env.ts';
import { PriorityQueue } from './priority_queue.ts';
import type { Searchable } from './searchable.ts';

export type SearchLimits = {
  /** Most states whose successors are looked at. */
  readonly expansionsMax: number;
  /** What an estimated step counts against one done; 1 for a shortest plan. */
  readonly weight: number;
};

export type SearchResult = {
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
  const open = new PriorityQueue<Node>(isBefore);
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
function isBefore(a: Node, b: Node): boolean {
  if (a.f !== b.f) return a.f < b.f;
  if (a.g !== b.g) return a.g > b.g;
  return a.order > b.order;
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
