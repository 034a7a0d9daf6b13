import { typesOf } from '../check/type_hierarchy.ts';
import type { Problem } from '../read/problem.ts';
import { packRows, transposeRows } from '../task/ground_task.ts';
import type { Budget } from './bounds.ts';
import { type Conjunction, conditionGrounder } from './conditions.ts';
import type { LiteralOperator } from './ground_operators.ts';
import { constantsOf, type LiftedTask } from './normalize_task.ts';
import { groundGoals, type Reachable } from './relaxed_reachability.ts';

type TaskToGround = Readonly<{ frame: string; lifted: LiftedTask }>;

export type Grounding = Readonly<{ reachable: Reachable; operators: readonly LiteralOperator[] }>;

const OPERATORS_MAX = 5_000;
/** Earlier groundings must not decide whether a bound is reached. */
const SHARE_MAX = 1 / 16;

type Latest = TaskToGround & Grounding & { readonly chainForward: ForwardChaining };

let latest: Latest | null = null;

export function reuseGrounding({ frame, lifted }: TaskToGround, budget: Budget): Grounding | null {
  if (latest === null || latest.frame !== frame || !hasSameStatics(lifted, latest.lifted)) return null;
  const { reachable, operators } = latest;
  const { facts } = reachable;
  const count = facts.predicateOf.length;
  if (!reachesSameLiterals(latest, lifted)) return null;
  budget.check('variablesMax', lifted.goal.slots.length);
  const goals = groundGoals(lifted, conditionGrounder(lifted, facts, budget));
  if (facts.predicateOf.length === count) return { reachable: { ...reachable, goals }, operators };
  latest = null;
  return null;
}

export function rememberGrounding(task: TaskToGround, grounding: Grounding, budget: Budget): void {
  const { operators, reachable } = grounding;
  if (latest?.operators === operators) return;
  latest = null;
  if (operators.length > OPERATORS_MAX || budget.largestUsedShare() > SHARE_MAX || !isReusable(task, operators)) return;
  latest = { ...task, ...grounding, chainForward: forwardChaining(operators, reachable.facts.canHold.length) };
}

/** Split actions depend on the order of facts, tables of costs on initial values. */
function isReusable({ lifted }: TaskToGround, operators: readonly LiteralOperator[]) {
  const hasSplitActions = operators.some(({ objects }, index) => objects === operators[index - 1]?.objects);
  return !(hasSplitActions || lifted.actions.some(({ cost }) => cost.table !== null));
}

export function frameOf(domainText: string, { objects, metric }: Problem, { bounds }: Budget): string {
  const typed = objects.map((object) => [object.name.name, ...typesOf(object)]);
  return JSON.stringify([domainText, typed, metric === null, bounds]);
}

function hasSameStatics(a: LiftedTask, b: LiftedTask) {
  const staticsOf = ({ init, predicates }: LiftedTask) =>
    init.filter(({ predicate }) => predicates[predicate]?.fluent !== true);
  return JSON.stringify(staticsOf(a)) === JSON.stringify(staticsOf(b));
}

function reachesSameLiterals({ reachable: { facts }, chainForward }: Latest, { init }: LiftedTask) {
  const holds = Uint8Array.from(facts.canHold, (_, literal) => literal % 2);
  for (const { predicate, args } of init) {
    const fact = facts.find(predicate, constantsOf(args));
    if (fact === undefined) return false;
    holds[fact * 2] = 1;
    holds[fact * 2 + 1] = 0;
  }
  chainForward(holds);
  return holds.every((isHeld, literal) => (isHeld === 1) === facts.canHold[literal]);
}

type ForwardChaining = ReturnType<typeof forwardChaining>;

function forwardChaining(operators: readonly LiteralOperator[], literalCount: number) {
  const bodies: Conjunction[] = [];
  const heads: number[][] = [];
  for (const { condition, effects } of operators) {
    const unconditional: number[] = [];
    bodies.push(condition);
    heads.push(unconditional);
    for (const [fact, { adds, deletes }] of effects) {
      for (const [literal, conditions] of [[fact * 2, adds] as const, [fact * 2 + 1, deletes] as const])
        for (const when of conditions) {
          if (when.length === 0) unconditional.push(literal);
          else {
            bodies.push([...new Set([...condition, ...when])]);
            heads.push([literal]);
          }
        }
    }
  }
  const neededBy = transposeRows(packRows(bodies), literalCount);
  return (holds: Uint8Array) => {
    const missing = bodies.map(({ length }) => length);
    const agenda: number[] = [];
    const apply = (rule: number) => {
      for (const literal of heads[rule]!) {
        if (holds[literal] === 1) continue;
        holds[literal] = 1;
        agenda.push(literal);
      }
    };
    for (const [literal, isHeld] of holds.entries()) if (isHeld === 1) agenda.push(literal);
    for (const [rule, count] of missing.entries()) if (count === 0) apply(rule);
    for (let next = agenda.pop(); next !== undefined; next = agenda.pop())
      for (let i = neededBy.start[next]!; i < neededBy.start[next + 1]!; i++)
        if (--missing[neededBy.items[i]!]! === 0) apply(neededBy.items[i]!);
  };
}
