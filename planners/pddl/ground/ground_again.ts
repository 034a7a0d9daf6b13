/**
 * Grounding from another state. Whoever plans step by step asks about the same objects and actions again and again, from
 * wherever the last plan has led and for another goal: what can be reached is then mostly the same.
 *
 * It is the same if all of the new state was reachable, and if all that was reachable is so from the new state, deletes
 * ignored. The second is found out on the ground actions, in a fraction of the time that it takes to find them.
 *
 * @module
 */
import { typesOf } from '../check/type_hierarchy.ts';
import type { Problem } from '../read/problem.ts';
import type { Budget } from './bounds.ts';
import type { FactTable } from './fact_table.ts';
import { ConditionGrounder } from './ground_condition.ts';
import type { LiteralOperator } from './ground_operators.ts';
import { literalRules, type ReachableFrom } from './literal_rules.ts';
import { constants, type LiftedAtom, type LiftedTask } from './normalize_task.ts';
import { groundGoals, type Reachable } from './relaxed_reachability.ts';

/** A task as it is grounded: two of the same `frame` differ in their initial state and goal at most. */
export type TaskToGround = { readonly frame: string; readonly lifted: LiftedTask };

/** What is kept of a grounding. */
export type KeptGrounding = {
  readonly reachable: Reachable;
  readonly operators: readonly LiteralOperator[];
};

/** Larger ones are not kept, so that little memory is. */
const OPERATORS_MAX = 5_000;
/**
 * Only what took less than this share of its bounds is used again. From another state it may take other steps to find the same;
 * it must not depend on what was grounded before whether a bound is reached.
 */
const SHARE_MAX = 1 / 16;

let latest: (TaskToGround & KeptGrounding & { readonly reachableFrom: ReachableFrom }) | null = null;

/** What was grounded last, where it is the same for this task. Throws BoundReached. */
export function groundedBefore({ frame, lifted }: TaskToGround, budget: Budget): KeptGrounding | null {
  if (latest === null || latest.frame !== frame || !hasSameStatics(lifted, latest.lifted)) return null;
  const { reachable, operators, reachableFrom } = latest;
  const { facts } = reachable;
  const known = facts.predicateOf.length;
  if (!isReachableAgain(reachable, reachableFrom, lifted)) return null;
  budget.check('variablesMax', lifted.goal.slots.length);
  const goals = groundGoals(lifted, new ConditionGrounder(lifted, facts, budget));
  if (facts.predicateOf.length === known) return { reachable: { ...reachable, goals }, operators };
  latest = null; // the goal speaks of facts that nothing reaches: they are no part of what was found
  return null;
}

/** Keeps a grounding that may be used again. */
export function rememberGrounding(task: TaskToGround, grounding: KeptGrounding, budget: Budget): void {
  const { operators } = grounding;
  if (latest?.operators === operators) return;
  latest = null;
  if (operators.length > OPERATORS_MAX || budget.share() > SHARE_MAX || !isPlain(task, operators)) return;
  latest = { ...task, ...grounding, reachableFrom: literalRules(operators) };
}

/** Whether nothing of it depends on the order in which facts are found, or on values that the initial state gives to functions. */
function isPlain({ lifted }: TaskToGround, operators: readonly LiteralOperator[]): boolean {
  const isOneOfSeveral = operators.some(({ objects }, at) => objects === operators[at - 1]?.objects);
  return !(isOneOfSeveral || lifted.actions.some(({ cost }) => cost.table !== null));
}

/** All that grounding depends on, but for the initial state and the goal. */
export function frameOf(domainText: string, { objects, metric }: Problem, { bounds }: Budget): string {
  const typed = objects.map((object) => [object.name.name, ...typesOf(object)]);
  return JSON.stringify([domainText, typed, metric === null, bounds]);
}

/** Facts that no action changes are part of the actions' conditions. */
function hasSameStatics(one: LiftedTask, other: LiftedTask): boolean {
  const staticsOf = ({ init, predicates }: LiftedTask) =>
    init.filter(({ predicate }) => predicates[predicate]?.fluent !== true);
  return JSON.stringify(staticsOf(one)) === JSON.stringify(staticsOf(other));
}

/** Whether from the initial state of a task the same is reachable. Rules that say too little say no. */
function isReachableAgain({ facts }: Reachable, reachableFrom: ReachableFrom, { init }: LiftedTask): boolean {
  const holds = literalsOf(init, facts);
  if (holds === null) return false;
  reachableFrom(holds);
  return facts.predicateOf.every((_, fact) => {
    const [canBeTrue, canBeFalse] = [holds[fact * 2] === 1, holds[fact * 2 + 1] === 1];
    return canBeTrue === facts.canBeTrue[fact] && canBeFalse === facts.canBeFalse[fact];
  });
}

/** Literal → whether it holds in the initial state; null where a fact of it is not known. */
function literalsOf(init: readonly LiftedAtom[], facts: FactTable): Uint8Array | null {
  const holds = new Uint8Array(facts.predicateOf.length * 2);
  for (let fact = 0; fact < facts.predicateOf.length; fact++) holds[fact * 2 + 1] = 1;
  for (const { predicate, args } of init) {
    const fact = facts.find(predicate, constants(args));
    if (fact === undefined) return null;
    holds[fact * 2] = 1;
    holds[fact * 2 + 1] = 0;
  }
  return holds;
}
