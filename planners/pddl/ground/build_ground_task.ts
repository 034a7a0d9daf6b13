/**
 * Builds the ground task from the operators and facts that are relevant to the goal; a negative condition becomes a
 * complementary fact.
 *
 * @module
 */
import type { GroundEffect, GroundTask } from '../task/ground_task.ts';
import type { Budget } from './bounds.ts';
import type { Conjunction } from './disjunctive_normal_form.ts';
import type { FactTable } from './fact_table.ts';
import { withGoalFact } from './goal_fact.ts';
import { byNumbers, type LiteralOperator } from './ground_operators.ts';
import { constants, type LiftedTask } from './normalize_task.ts';
import { type LiteralChange, RelevanceAnalysis } from './relevance_analysis.ts';

/** `goals`: one or more conjunctions, any of which is the goal. Throws BoundReached. */
export function buildGroundTask(
  { facts, lifted }: { readonly facts: FactTable; readonly lifted: LiftedTask },
  operators: readonly LiteralOperator[],
  goals: readonly Conjunction[],
  budget: Budget,
): GroundTask {
  const goalFact = facts.predicateOf.length;
  const isSplit = goals.length > 1;
  const goal = isSplit ? [goalFact * 2] : goals[0]!;
  const all = isSplit ? withGoalFact(operators, goals, goalFact, budget) : operators;
  const relevance = new RelevanceAnalysis(all, goal, budget);
  const initial = new Set(lifted.init.map(({ predicate, args }) => facts.find(predicate, constants(args))));
  const holdsFirst = (literal: number) => initial.has(literal >> 1) === (literal % 2 === 0);
  const holds = (literal: number) => {
    return literal >> 1 === goalFact ? goals.some((conjunction) => conjunction.every(holdsFirst)) : holdsFirst(literal);
  };
  const inOrder = (a: number, b: number) => {
    const [x, y] = [a >> 1, b >> 1];
    const byPredicate = (facts.predicateOf[x] ?? Infinity) - (facts.predicateOf[y] ?? Infinity);
    return (x === y ? 0 : byPredicate || byNumbers(facts.argsOf[x] ?? [], facts.argsOf[y] ?? [])) || a - b;
  };
  const literals = [...relevance.literals].sort(inOrder);
  const numbers = new Map(literals.map((literal, index) => [literal, index]));
  const text = (literal: number) => {
    const fact = literal >> 1;
    if (fact === goalFact) return '(:goal)';
    const words = [lifted.predicates[facts.predicateOf[fact]!]?.name, ...namesOf(facts.argsOf[fact] ?? [], lifted)];
    return literal % 2 === 0 ? `(${words.join(' ')})` : `(not (${words.join(' ')}))`;
  };
  const relevant = relevance.kept().map(({ operator, changes }) => {
    const preconditions = numbered(operator.condition, numbers);
    const effects = groupedEffects(changes, numbers);
    // The delete relaxation makes an operator of each conditional effect, with all preconditions.
    budget.step(preconditions.length * effects.filter(({ conditions }) => conditions.length > 0).length);
    const name = `(${[lifted.actions[operator.action]?.name, ...namesOf(operator.objects, lifted)].join(' ')})`;
    return { name, cost: operator.cost, preconditions, effects };
  });
  return {
    facts: literals.map(text),
    operators: relevant,
    initial: numbered(literals.filter(holds), numbers),
    goal: numbered(goal, numbers),
  };
}

function numbered(literals: readonly number[], numbers: ReadonlyMap<number, number>): number[] {
  const sorted = literals.map((literal) => numbers.get(literal) as number);
  return sorted.length > 1 ? sorted.sort((a, b) => a - b) : sorted;
}

function namesOf(objects: readonly number[], { objects: names }: LiftedTask): string[] {
  return objects.map((object) => names[object]!);
}

/** Joins the changes, of which no two are the same, that have one condition into one effect; unconditional ones come first. */
function groupedEffects(changes: readonly LiteralChange[], numbers: ReadonlyMap<number, number>): GroundEffect[] {
  const groups = new Map<string, { condition: Conjunction; adds: number[]; deletes: number[] }>();
  for (const { condition, literal, makes } of changes) {
    const key = condition.join(' ');
    let group = groups.get(key);
    if (group === undefined) {
      group = { condition, adds: [], deletes: [] };
      groups.set(key, group);
    }
    (makes ? group.adds : group.deletes).push(literal);
  }
  return [...groups.values()]
    .map(({ condition, adds, deletes }) => {
      return {
        conditions: numbered(condition, numbers),
        adds: numbered(adds, numbers),
        deletes: numbered(deletes, numbers),
      };
    })
    .sort((a, b) => byNumbers(a.conditions, b.conditions));
}
