import TinyQueue from 'tinyqueue';
import type { Action, Rehearsal } from '../../envs/env.ts';
import { type FindPlanOptions, type FoundPlan, findPlan } from './find_plan.ts';
import { searchable } from './searchable.ts';

type Options = FindPlanOptions & { readonly rehearsalsMax: number };

export function findRehearsedPlan(start: Rehearsal, options: Options): FoundPlan {
  const byRules = findPlan(searchable(start.model()), options);
  if (byRules.plan === null || canCarryOut(start, byRules.plan)) return byRules;
  const { plan, isLimit, rehearsed } = rehearsedSearch(start, options);
  const lowerBound = isLimit ? byRules.lowerBound : (plan?.length ?? Infinity);
  return { plan, optimal: !isLimit, lowerBound, expanded: byRules.expanded + rehearsed };
}

export function canCarryOut(start: Rehearsal, plan: readonly Action[]): boolean {
  let moment = start;
  for (const action of plan) {
    const result = moment.after(action);
    if (!result.ok) return false;
    moment = result.next;
  }
  return true;
}

type Node = Readonly<{
  before: Readonly<{ node: Node; moment: Rehearsal }> | null;
  action: Action | null;
  g: number;
  f: number;
  /** Actions that a plan by the rules does not need. */
  detours: number;
  order: number;
}>;

/** Lazy weighted A* (Cohen, Phillips and Likhachev 2014): rehearses an action only when its successor leaves the queue. */
export function rehearsedSearch(root: Rehearsal, { rehearsalsMax }: Pick<Options, 'rehearsalsMax'>) {
  const open = new TinyQueue<Node>([], (a, b) => a.f - b.f || a.detours - b.detours || b.g - a.g || b.order - a.order);
  const shortest = new Map<string, number>();
  let generated = 0;
  let rehearsed = 0;
  let refused = 0;
  const resultOf = (plan: readonly Action[] | null, isLimit: boolean) => ({ plan, isLimit, rehearsed, refused });

  open.push({ before: null, action: null, g: 0, f: 0, detours: 0, order: generated++ });
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    let moment = root;
    if (node.before !== null && node.action !== null) {
      if (rehearsed === rehearsalsMax) return resultOf(null, true);
      rehearsed++;
      const result = node.before.moment.after(node.action);
      if (!result.ok) {
        refused++;
        continue;
      }
      moment = result.next;
    }
    const key = moment.key();
    if (node.g >= (shortest.get(key) ?? Infinity)) continue;
    shortest.set(key, node.g);
    const model = searchable(moment.model());
    if (model.goal().success) return resultOf(planTo(node), false);
    const worthTrying = new Set(model.actions().map(textOf));
    for (const action of moment.actions()) {
      const next = model.clone();
      if (next.step(action) !== null) continue;
      const g = node.g + 1;
      const f = Math.max(node.f, g + next.lowerBound());
      const detours = node.detours + (worthTrying.has(textOf(action)) ? 0 : 1);
      if (f < Infinity) open.push({ before: { node, moment }, action, g, f, detours, order: generated++ });
    }
  }
  return resultOf(null, false);
}

function planTo(node: Node): Action[] {
  const plan: Action[] = [];
  for (let step: Node | undefined = node; step !== undefined; step = step.before?.node) {
    if (step.action !== null) plan.push(step.action);
  }
  return plan.reverse();
}

function textOf({ verb, args }: Action): string {
  return JSON.stringify([verb, ...args]);
}
