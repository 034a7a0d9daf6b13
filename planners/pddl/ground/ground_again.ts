/**
 * Reuses the last grounding for another initial state and goal, as stepwise planning needs.
 * Valid if the new state was reachable and all that was reachable is so again, ignoring deletes.
 */
import { typesOf } from '../check/type_hierarchy.ts';
import type { Problem } from '../read/problem.ts';
import type { Budget } from './bounds.ts';
import { type Conjunction, conditionGrounder, conditionWatcher, conjunctionOf } from './conditions.ts';
import type { LiteralOperator } from './ground_operators.ts';
import { constants, type LiftedTask } from './normalize_task.ts';
import { groundGoals, type Reachable } from './relaxed_reachability.ts';

/** Tasks of the same `frame` differ at most in initial state and goal. */
export type TaskToGround = { readonly frame: string; readonly lifted: LiftedTask };

export type KeptGrounding = {
  readonly reachable: Reachable;
  readonly operators: readonly LiteralOperator[];
};

const OPERATORS_MAX = 5_000;
/** Reuses only cheap groundings: whether a bound is reached must not depend on earlier groundings. */
const SHARE_MAX = 1 / 16;

let latest: (TaskToGround & KeptGrounding) | null = null;

/** Null if the last grounding does not fit this task. Throws BoundReached. */
export function groundedBefore({ frame, lifted }: TaskToGround, budget: Budget): KeptGrounding | null {
  if (latest === null || latest.frame !== frame || !hasSameStatics(lifted, latest.lifted)) return null;
  const { reachable, operators } = latest;
  const { facts } = reachable;
  const known = facts.predicateOf.length;
  if (!isReachableAgain(latest, lifted)) return null;
  budget.check('variablesMax', lifted.goal.slots.length);
  const goals = groundGoals(lifted, conditionGrounder(lifted, facts, budget));
  if (facts.predicateOf.length === known) return { reachable: { ...reachable, goals }, operators };
  latest = null;
  return null;
}

export function rememberGrounding(task: TaskToGround, grounding: KeptGrounding, budget: Budget): void {
  const { operators } = grounding;
  if (latest?.operators === operators) return;
  latest = null;
  if (operators.length > OPERATORS_MAX || budget.share() > SHARE_MAX || !isPlain(task, operators)) return;
  latest = { ...task, ...grounding };
}

/** Whether it depends neither on the order of facts nor on initial function values. */
function isPlain({ lifted }: TaskToGround, operators: readonly LiteralOperator[]): boolean {
  const isOneOfSeveral = operators.some(({ objects }, at) => objects === operators[at - 1]?.objects);
  return !(isOneOfSeveral || lifted.actions.some(({ cost }) => cost.table !== null));
}

export function frameOf(domainText: string, { objects, metric }: Problem, { bounds }: Budget): string {
  const typed = objects.map((object) => [object.name.name, ...typesOf(object)]);
  return JSON.stringify([domainText, typed, metric === null, bounds]);
}

function hasSameStatics(one: LiftedTask, other: LiftedTask): boolean {
  const staticsOf = ({ init, predicates }: LiftedTask) =>
    init.filter(({ predicate }) => predicates[predicate]?.fluent !== true);
  return JSON.stringify(staticsOf(one)) === JSON.stringify(staticsOf(other));
}

/** Ignores deletes. */
function isReachableAgain({ reachable: { facts }, operators }: KeptGrounding, { init }: LiftedTask): boolean {
  const holds = facts.canHold.map((_, literal) => literal % 2 === 1);
  for (const { predicate, args } of init) {
    const fact = facts.find(predicate, constants(args));
    if (fact === undefined) return false;
    holds[fact * 2] = true;
    holds[fact * 2 + 1] = false;
  }
  const watcher = conditionWatcher((literal) => holds[literal] === true);
  const agenda: number[] = [];
  const makeTrueWhen = (literal: number, conditions: readonly Conjunction[]) => {
    for (const condition of conditions)
      watcher.watch(conjunctionOf(condition), () => {
        if (holds[literal] === false) agenda.push(literal);
        holds[literal] = true;
      });
  };
  for (const { condition, effects } of operators)
    watcher.watch(conjunctionOf(condition), () => {
      for (const [fact, { adds, deletes }] of effects) {
        makeTrueWhen(fact * 2, adds);
        makeTrueWhen(fact * 2 + 1, deletes);
      }
    });
  for (const literal of agenda) watcher.makeTrue(literal);
  return holds.every((isHeld, literal) => isHeld === facts.canHold[literal]);
}
