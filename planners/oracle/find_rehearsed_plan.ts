/** A plan that the world carries out: a shortest one by the rules where an arm agrees, else one around what it refuses. */

import TinyQueue from 'tinyqueue';
import type { Action, Rehearsal } from '../../envs/env.ts';
import { canCarryOut } from './can_carry_out.ts';
import { type FindPlanOptions, type FoundPlan, findPlan } from './find_plan.ts';
import { searchable } from './searchable.ts';

export type FindRehearsedPlanOptions = FindPlanOptions & {
  /** Most actions that are rehearsed in the search around what is refused. */
  readonly rehearsalsMax: number;
};

/** What is proven of the plan holds with the arm and for this world's chance; `expanded` counts rehearsed actions, too. */
export function findRehearsedPlan(start: Rehearsal, options: FindRehearsedPlanOptions): FoundPlan {
  const byRules = findPlan(searchable(start.model()), options);
  if (byRules.plan === null || canCarryOut(start, byRules.plan)) return byRules;
  const { plan, isLimit, rehearsed } = rehearsedSearch(start, options);
  const lowerBound = isLimit ? byRules.lowerBound : (plan?.length ?? Number.POSITIVE_INFINITY);
  return { plan, optimal: !isLimit, lowerBound, expanded: byRules.expanded + rehearsed };
}

/**
 * A* that plans around what the world refuses beside its rules: a shortest plan that an arm can carry out, too.
 *
 * To ask the arm costs thousands of times what the rules cost. So successors are made by the rules, and an action is rehearsed
 * only when its successor comes out of the queue as the next to be expanded (Cohen, Phillips and Likhachev 2014, "Planning single-arm
 * manipulations with n-arm robots", lazy weighted A*). Moments are told apart by all that decides what the arm can do, and every action that
 * the rules allow is tried. So the plan found is a shortest one that is carried out, and where the search ends without its limit, there is none.
 */
type RehearsedSearchResult = {
  /** Null where there is none, or none was found. */
  readonly plan: readonly Action[] | null;
  /** Whether the search ended at its limit. */
  readonly isLimit: boolean;
  /** Actions that were rehearsed, and how many of them were refused. */
  readonly rehearsed: number;
  readonly refused: number;
};

/** An action that is yet to be rehearsed, after those of `before`; the root has none. */
type Node = {
  readonly before: Reached | null;
  readonly action: Action | null;
  /** Steps done, and those with the steps that are left at least. */
  readonly g: number;
  readonly f: number;
  /** How many of the actions up to here the rules alone would do without. */
  readonly detours: number;
  /** Insertion order. */
  readonly order: number;
};

/** A moment that a rehearsal led to, and the node that it came from. */
type Reached = { readonly node: Node; readonly moment: Rehearsal };

/** `rehearsalsMax` is how many actions are rehearsed at most. */
export function rehearsedSearch(root: Rehearsal, { rehearsalsMax }: { rehearsalsMax: number }): RehearsedSearchResult {
  const open = new TinyQueue<Node>([], compare);
  const reached = new Map<string, number>();
  let generated = 0;
  let rehearsed = 0;
  let refused = 0;
  const found = (plan: readonly Action[] | null, isLimit: boolean): RehearsedSearchResult => ({
    plan,
    isLimit,
    rehearsed,
    refused,
  });

  open.push({ before: null, action: null, g: 0, f: 0, detours: 0, order: generated++ });
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    let moment = root;
    if (node.before !== null && node.action !== null) {
      if (rehearsed === rehearsalsMax) return found(null, true);
      rehearsed++;
      const result = node.before.moment.after(node.action);
      if (!result.ok) {
        refused++;
        continue;
      }
      moment = result.next;
    }
    const key = moment.key();
    if (node.g >= (reached.get(key) ?? Number.POSITIVE_INFINITY)) continue;
    reached.set(key, node.g);
    const model = searchable(moment.model());
    if (model.goal().success) return found(planTo(node), false);
    const worthTrying = new Set(model.actions().map(textOf));
    for (const action of moment.actions()) {
      const next = model.clone();
      if (next.step(action) !== null) continue;
      const g = node.g + 1;
      const f = Math.max(node.f, g + next.lowerBound());
      const detours = node.detours + (worthTrying.has(textOf(action)) ? 0 : 1);
      if (f < Number.POSITIVE_INFINITY)
        open.push({ before: { node, moment }, action, g, f, detours, order: generated++ });
    }
  }
  return found(null, false);
}

/** Least first; of equals the one with fewer detours, then with more steps done, then the younger one. */
function compare(a: Node, b: Node): number {
  return a.f - b.f || a.detours - b.detours || b.g - a.g || b.order - a.order;
}

function planTo(node: Node): Action[] {
  const plan: Action[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.before?.node) {
    if (at.action !== null) plan.push(at.action);
  }
  return plan.reverse();
}

function textOf({ verb, args }: Action): string {
  return JSON.stringify([verb, ...args]);
}
