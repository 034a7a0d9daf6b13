/**
 * A* that plans around what the world refuses beside its rules: a shortest plan that an arm can carry out, too.
 *
 * To ask the arm costs thousands of times what the rules cost. So successors are made by the rules, and an action is rehearsed
 * only when its successor comes out of the queue as the next to be expanded (Cohen, Phillips and Likhachev 2014, "Planning single-arm
 * manipulations with n-arm robots", lazy weighted A*). What is refused is learned: the same action is not tried again where things look
 * the same to the goal. That is a guess, as is that the first way to an arrangement is as good as any, since blocks may stand on other
 * spots; so a plan found is known to be carried out, but not to be the shortest such plan.
 *
 * @module
 */
import type { Action, Model, Rehearsal } from '../../envs/env.ts';
import { PriorityQueue } from './priority_queue.ts';

export type RehearsedSearchResult = {
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
  /** The how-manieth node this is. */
  readonly order: number;
};

/** A moment that a rehearsal led to, and the node that it came from. */
type Reached = { readonly node: Node; readonly moment: Rehearsal; readonly model: Model };

/** `rehearsalsMax` is how many actions are rehearsed at most. */
export function rehearsedSearch(root: Rehearsal, { rehearsalsMax }: { rehearsalsMax: number }): RehearsedSearchResult {
  const open = new PriorityQueue<Node>(isBefore);
  const reached = new Set<string>();
  const refusals = new Set<string>();
  let generated = 0;
  let rehearsed = 0;
  const found = (plan: readonly Action[] | null, isLimit: boolean): RehearsedSearchResult => ({
    plan,
    isLimit,
    rehearsed,
    refused: refusals.size,
  });

  open.push({ before: null, action: null, g: 0, f: 0, order: generated++ });
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    let moment = root;
    if (node.before !== null && node.action !== null) {
      const situation = `${node.before.model.key()} ${textOf(node.action)}`;
      if (refusals.has(situation)) continue;
      if (rehearsed === rehearsalsMax) return found(null, true);
      rehearsed++;
      const result = node.before.moment.after(node.action);
      if (!result.ok) {
        refusals.add(situation);
        continue;
      }
      moment = result.next;
    }
    if (reached.has(moment.key())) continue;
    reached.add(moment.key());
    const model = moment.model();
    if (model.goal().success) return found(planTo(node), false);
    for (const action of model.actions()) {
      const next = model.clone();
      if (next.step(action) !== null) continue;
      const g = node.g + 1;
      const f = Math.max(node.f, g + next.lowerBound());
      if (f < Number.POSITIVE_INFINITY)
        open.push({ before: { node, moment, model }, action, g, f, order: generated++ });
    }
  }
  return found(null, false);
}

/** Least first; of equals the one with more steps done, then the younger one. */
function isBefore(a: Node, b: Node): boolean {
  if (a.f !== b.f) return a.f < b.f;
  if (a.g !== b.g) return a.g > b.g;
  return a.order > b.order;
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
