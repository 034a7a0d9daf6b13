import { type EffectLists, type GroundTask, groundTask, packEnds } from '../task/ground_task.ts';
import type { Budget } from './bounds.ts';
import { type Conjunction, includesLiteral } from './conditions.ts';
import { append, type FactTable } from './facts.ts';
import { byNumbers, type Change, changesOf, type LiteralOperator, withGoalFact } from './ground_operators.ts';
import { constantsOf, type LiftedTask } from './normalize_task.ts';

export function buildGroundTask(
  { facts, lifted }: Readonly<{ facts: FactTable; lifted: LiftedTask }>,
  operators: readonly LiteralOperator[],
  goals: readonly Conjunction[],
  budget: Budget,
): GroundTask {
  const goalFact = facts.predicateOf.length;
  const isSplit = goals.length > 1;
  const goal = isSplit ? [goalFact * 2] : goals[0]!;
  const all = isSplit ? withGoalFact(operators, goals, goalFact, budget) : operators;
  const { literals, numbers, task } = numberedTask({ facts, lifted, goalFact }, relevantTo(goal, all, budget), budget);
  const initial = new Set(lifted.init.map(({ predicate, args }) => facts.find(predicate, constantsOf(args))));
  const isInitialFact = (literal: number) => initial.has(literal >> 1) === (literal % 2 === 0);
  const isInitial = (literal: number) =>
    literal >> 1 === goalFact ? goals.some((conjunction) => conjunction.every(isInitialFact)) : isInitialFact(literal);
  return { ...task, ...packEnds(task, numbersOf(literals.filter(isInitial), numbers), numbersOf(goal, numbers)) };
}

type NumberedTask = Readonly<{
  literals: readonly number[];
  numbers: ReadonlyMap<number, number>;
  task: GroundTask;
}>;

type GroundedFacts = Readonly<{ facts: FactTable; lifted: LiftedTask; goalFact: number }>;

function numberedTask(grounded: GroundedFacts, relevant: Relevance, budget: Budget): NumberedTask {
  const { latest } = relevant.analysis;
  if (latest !== null && isEqual(latest.relevant, relevant)) return latest.numbered;
  const numbered = numberTask(grounded, relevant, budget);
  relevant.analysis.latest = { relevant, numbered };
  return numbered;
}

function isEqual(a: Relevance, b: Relevance): boolean {
  const hasSameSize = a.literals.size === b.literals.size;
  const hasSameOperators = a.isKept.every((isKept, operator) => isKept === b.isKept[operator]);
  return hasSameSize && hasSameOperators && [...a.literals].every((literal) => b.literals.has(literal));
}

function numberTask(
  { facts: { predicateOf, argsOf }, lifted, goalFact }: GroundedFacts,
  { literals: relevant, isKept, changes, analysis: { operators } }: Relevance,
  budget: Budget,
): NumberedTask {
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
  const literals = [...relevant].sort(byPlace);
  const numbers = new Map(literals.map((literal, index) => [literal, index]));
  const lists = operators.flatMap((operator, index) => {
    if (isKept[index] !== true) return [];
    const preconditions = numbersOf(operator.condition, numbers);
    const effects = groupedEffects(changes[index]!, numbers);
    budget.step(preconditions.length * effects.filter(({ conditions }) => conditions.length > 0).length);
    const name = text(lifted.actions[operator.action]!.name, operator.objects);
    return [{ name, cost: operator.cost, preconditions, effects }];
  });
  const task = groundTask({ facts: literals.map(literalText), operators: lists, initial: [], goal: [] });
  return { literals, numbers, task };
}

function numbersOf(literals: readonly number[], numbers: ReadonlyMap<number, number>) {
  return literals.map((literal) => numbers.get(literal)!).sort((a, b) => a - b);
}

function groupedEffects(changes: readonly LiteralChange[], numbers: ReadonlyMap<number, number>): EffectLists[] {
  const groups = Map.groupBy(changes, ({ condition }) => condition.join(' '));
  const effects = [...groups.values()].map((group) => {
    const changed = (makesTrue: boolean) =>
      group.flatMap((change) => (change.makesTrue === makesTrue ? change.literal : []));
    const [adds, deletes] = [numbersOf(changed(true), numbers), numbersOf(changed(false), numbers)];
    return { conditions: numbersOf(group[0]!.condition, numbers), adds, deletes };
  });
  return effects.sort((a, b) => byNumbers(a.conditions, b.conditions));
}

type LiteralChange = Change & { readonly literal: number };

type Relevance = Readonly<{
  analysis: Analysis;
  literals: ReadonlySet<number>;
  isKept: readonly boolean[];
  changes: readonly (readonly LiteralChange[])[];
}>;

type Analysis = {
  readonly operators: readonly LiteralOperator[];
  readonly changesByLiteral: Map<number, readonly Readonly<{ index: number; found: readonly LiteralChange[] }>[]>;
  readonly changedBy: ReadonlyMap<number, readonly number[]>;
  latest: Readonly<{ relevant: Relevance; numbered: NumberedTask }> | null;
};

const analyses = new WeakMap<readonly LiteralOperator[], Analysis>();

function analysisOf(operators: readonly LiteralOperator[]): Analysis {
  const before = analyses.get(operators);
  if (before !== undefined) return before;
  const changedBy = new Map<number, number[]>();
  for (const [index, { effects }] of operators.entries())
    for (const fact of effects.keys()) append(changedBy, fact, index);
  const analysis: Analysis = { operators, changedBy, changesByLiteral: new Map(), latest: null };
  analyses.set(operators, analysis);
  return analysis;
}

function changesTo({ operators, changedBy, changesByLiteral }: Analysis, literal: number, budget: Budget) {
  const known = changesByLiteral.get(literal);
  if (known !== undefined) return known;
  const all = (changedBy.get(literal >> 1) ?? []).map((index) => {
    return { index, found: changesOf(operators[index]!, literal, budget).map((change) => ({ ...change, literal })) };
  });
  changesByLiteral.set(literal, all);
  return all;
}

/** If an effect makes a relevant literal false, it also matters whether the effect's condition is false. */
function relevantTo(goal: Conjunction, operators: readonly LiteralOperator[], budget: Budget): Relevance {
  const [whenTrue, whenFalse] = [new Set<number>(), new Set<number>()];
  const agenda: Readonly<{ literal: number; isTrue: boolean }>[] = [];
  const analysis = analysisOf(operators);
  const changes: LiteralChange[][] = operators.map(() => []);
  const isKept = operators.map(() => false);
  const add = (literal: number, isTrue: boolean) => {
    const found = isTrue ? whenTrue : whenFalse;
    if (!found.has(literal)) agenda.push({ literal, isTrue });
    found.add(literal);
  };
  const mark = (all: readonly LiteralChange[]) => {
    for (const { condition, literal, makesTrue } of all)
      for (const needed of condition) {
        add(needed, true);
        if (!makesTrue || whenFalse.has(literal)) add(needed, false);
      }
  };
  for (const literal of goal) add(literal, true);
  for (let next = agenda.pop(); next !== undefined; next = agenda.pop()) {
    const { literal, isTrue } = next;
    for (const { index, found } of changesTo(analysis, literal, budget)) {
      const { condition } = operators[index]!;
      if (isTrue) for (const change of found) changes[index]!.push(change);
      if (isKept[index] === true) mark(found);
      else if (
        !includesLiteral(condition, isTrue ? literal : literal ^ 1) &&
        found.some(({ makesTrue }) => makesTrue === isTrue)
      ) {
        isKept[index] = true;
        for (const needed of condition) add(needed, true);
        mark(changes[index]!);
      }
    }
  }
  return { analysis, literals: whenTrue, isKept, changes };
}
