import { type EffectLists, type GroundTask, groundTask } from '../task/ground_task.ts';
import type { Budget } from './bounds.ts';
import { type Conjunction, includesLiteral } from './conditions.ts';
import { append, type FactTable } from './facts.ts';
import { byNumbers, type Change, changesOf, type LiteralOperator, withGoalFact } from './ground_operators.ts';
import { constants, type LiftedTask } from './normalize_task.ts';

/** Any of the `goals` is enough. Throws BoundReached. */
export function buildGroundTask(
  { facts, lifted }: Readonly<{ facts: FactTable; lifted: LiftedTask }>,
  operators: readonly LiteralOperator[],
  goals: readonly Conjunction[],
  budget: Budget,
): GroundTask {
  const { predicateOf, argsOf } = facts;
  const goalFact = predicateOf.length;
  const isSplit = goals.length > 1;
  const goal = isSplit ? [goalFact * 2] : goals[0]!;
  const all = isSplit ? withGoalFact(operators, goals, goalFact, budget) : operators;
  const relevant = relevantTo(goal, all, budget);
  const initial = new Set(lifted.init.map(({ predicate, args }) => facts.find(predicate, constants(args))));
  const isInitialFact = (literal: number) => initial.has(literal >> 1) === (literal % 2 === 0);
  const isInitial = (literal: number) =>
    literal >> 1 === goalFact ? goals.some((conjunction) => conjunction.every(isInitialFact)) : isInitialFact(literal);
  const byPlace = (a: number, b: number) => {
    const [x, y] = [a >> 1, b >> 1];
    if (x === y || x === goalFact || y === goalFact) return a - b;
    return predicateOf[x]! - predicateOf[y]! || byNumbers(argsOf[x]!, argsOf[y]!);
  };
  const text = (name: string, objects: readonly number[]) =>
    `(${[name, ...objects.map((object) => lifted.objects[object])].join(' ')})`;
  const literalText = (literal: number) => {
    const fact = literal >> 1;
    if (fact === goalFact) return '(:goal)';
    const atom = text(lifted.predicates[predicateOf[fact]!]!.name, argsOf[fact]!);
    return literal % 2 === 0 ? atom : `(not ${atom})`;
  };
  const literals = [...relevant.literals].sort(byPlace);
  const numbers = new Map(literals.map((literal, index) => [literal, index]));
  const lists = relevant.operators.map(({ operator, changes }) => {
    const preconditions = numbersOf(operator.condition, numbers);
    const effects = groupedEffects(changes, numbers);
    budget.step(preconditions.length * effects.filter(({ conditions }) => conditions.length > 0).length);
    const name = text(lifted.actions[operator.action]!.name, operator.objects);
    return { name, cost: operator.cost, preconditions, effects };
  });
  return groundTask({
    facts: literals.map(literalText),
    operators: lists,
    initial: numbersOf(literals.filter(isInitial), numbers),
    goal: numbersOf(goal, numbers),
  });
}

function numbersOf(literals: readonly number[], numbers: ReadonlyMap<number, number>) {
  const sorted = literals.map((literal) => numbers.get(literal)!);
  return sorted.length > 1 ? sorted.sort((a, b) => a - b) : sorted;
}

function groupedEffects(changes: readonly LiteralChange[], numbers: ReadonlyMap<number, number>): EffectLists[] {
  const groups = Map.groupBy(changes, ({ condition }) => condition.join(' '));
  const literalsOf = (group: readonly LiteralChange[], makes: boolean) => {
    const literals = group.filter((change) => change.makes === makes).map(({ literal }) => literal);
    return numbersOf(literals, numbers);
  };
  const effects = [...groups.values()].map((group) => ({
    conditions: numbersOf(group[0]!.condition, numbers),
    adds: literalsOf(group, true),
    deletes: literalsOf(group, false),
  }));
  return effects.sort((a, b) => byNumbers(a.conditions, b.conditions));
}

type LiteralChange = Change & { readonly literal: number };

type Relevant = Readonly<{
  literals: ReadonlySet<number>;
  operators: readonly Readonly<{ operator: LiteralOperator; changes: readonly LiteralChange[] }>[];
}>;

/** If a condition makes an operator undo a relevant literal, the condition's falsity and its causes are relevant, too. */
function relevantTo(goal: Conjunction, operators: readonly LiteralOperator[], budget: Budget): Relevant {
  const [whenTrue, whenFalse] = [new Set<number>(), new Set<number>()];
  const open: Readonly<{ literal: number; isTrue: boolean }>[] = [];
  const changedBy = new Map<number, number[]>();
  for (const [index, { effects }] of operators.entries())
    for (const fact of effects.keys()) append(changedBy, fact, index);
  const changes: LiteralChange[][] = operators.map(() => []);
  const isKept = operators.map(() => false);
  const add = (literal: number, isTrue: boolean) => {
    const found = isTrue ? whenTrue : whenFalse;
    if (!found.has(literal)) open.push({ literal, isTrue });
    found.add(literal);
  };
  const mark = (all: readonly LiteralChange[]) => {
    for (const { condition, literal, makes } of all)
      for (const needed of condition) {
        add(needed, true);
        if (!makes || whenFalse.has(literal)) add(needed, false);
      }
  };
  for (const literal of goal) add(literal, true);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { literal, isTrue } = next;
    for (const index of changedBy.get(literal >> 1) ?? []) {
      const operator = operators[index]!;
      const found = changesOf(operator, literal, budget).map(({ condition, makes }) => ({ condition, makes, literal }));
      if (isTrue) for (const change of found) changes[index]!.push(change);
      if (isKept[index] === true) mark(found);
      else if (
        !includesLiteral(operator.condition, isTrue ? literal : literal ^ 1) &&
        found.some(({ makes }) => makes === isTrue)
      ) {
        isKept[index] = true;
        for (const needed of operator.condition) add(needed, true);
        mark(changes[index]!);
      }
    }
  }
  const relevant = operators.flatMap((operator, at) =>
    isKept[at] === true ? [{ operator, changes: changes[at]! }] : [],
  );
  return { literals: whenTrue, operators: relevant };
}
