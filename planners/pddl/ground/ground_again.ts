/**
 * Grounding from another state. Whoever plans step by step asks about the same objects and actions again and again, from
 * wherever the last plan has led and for another goal: what can be reached is then mostly the same.
 *
 * It is the same if all of the new state was reachable, and if all that was reachable is so from the new state, deletes
 * ignored. The second is found out on the ground actions, in a fraction of the time that it takes to find them.
 */
import { typesOf } from '../check/type_hierarchy.ts';
import type { Problem } from '../read/problem.ts';
import { packRows, transposeRows } from '../task/ground_task.ts';
import type { Budget } from './bounds.ts';
import { ConditionGrounder, type Conjunction } from './conditions.ts';
import type { LiteralOperator } from './ground_operators.ts';
import { constants, type LiftedTask } from './normalize_task.ts';
import { groundGoals, type Reachable } from './relaxed_reachability.ts';

/** A task as it is grounded: two of the same `frame` differ in their initial state and goal at most. */
export type TaskToGround = { readonly frame: string; readonly lifted: LiftedTask };

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

type Latest = TaskToGround & KeptGrounding & { readonly reach: Reach };

let latest: Latest | null = null;

/** What was grounded last, where it is the same for this task. Throws BoundReached. */
export function groundedBefore({ frame, lifted }: TaskToGround, budget: Budget): KeptGrounding | null {
  if (latest === null || latest.frame !== frame || !hasSameStatics(lifted, latest.lifted)) return null;
  const { reachable, operators } = latest;
  const { facts } = reachable;
  const known = facts.predicateOf.length;
  if (!isReachableAgain(latest, lifted)) return null;
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
  latest = { ...task, ...grounding, reach: reachBy(operators, grounding.reachable.facts.canHold.length) };
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

/** Whether from the initial state of a task the same is reachable. */
function isReachableAgain({ reachable: { facts }, reach }: Latest, { init }: LiftedTask): boolean {
  const holds = Uint8Array.from(facts.canHold, (_, literal) => literal % 2);
  for (const { predicate, args } of init) {
    const fact = facts.find(predicate, constants(args));
    if (fact === undefined) return false;
    holds[fact * 2] = 1;
    holds[fact * 2 + 1] = 0;
  }
  reach(holds);
  return holds.every((isHeld, literal) => (isHeld === 1) === facts.canHold[literal]);
}

/** Adds to the literals that hold (1) all that are reachable from them. */
type Reach = (holds: Uint8Array) => void;

/** Operators with deletes ignored: a rule for all that an operator always does, and one for each conditional effect. */
function reachBy(operators: readonly LiteralOperator[], literalCount: number): Reach {
  const needs: Conjunction[] = [];
  const makes: number[][] = [];
  for (const { condition, effects } of operators) {
    const always: number[] = [];
    needs.push(condition);
    makes.push(always);
    for (const [fact, { adds, deletes }] of effects) {
      for (const [literal, conditions] of [[fact * 2, adds] as const, [fact * 2 + 1, deletes] as const]) {
        for (const when of conditions) {
          if (when.length === 0) always.push(literal);
          else {
            needs.push([...new Set([...condition, ...when])]);
            makes.push([literal]);
          }
        }
      }
    }
  }
  const neededBy = transposeRows(packRows(needs), literalCount);
  return (holds) => {
    const missing = needs.map(({ length }) => length);
    const agenda: number[] = [];
    const apply = (rule: number) => {
      for (const literal of makes[rule]!) {
        if (holds[literal] === 1) continue;
        holds[literal] = 1;
        agenda.push(literal);
      }
    };
    for (const [literal, isHeld] of holds.entries()) if (isHeld === 1) agenda.push(literal);
    for (const [rule, left] of missing.entries()) if (left === 0) apply(rule);
    for (let next = agenda.pop(); next !== undefined; next = agenda.pop())
      for (let i = neededBy.start[next]!; i < neededBy.start[next + 1]!; i++)
        if (--missing[neededBy.items[i]!]! === 0) apply(neededBy.items[i]!);
  };
}
