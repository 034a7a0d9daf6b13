/**
 * The ground task of those operators and facts that can matter for the goal, with complementary facts where a condition is
 * negative.
 *
 * Goes back from the goal: an operator matters if it makes a literal true that matters; then its conditions matter, and the
 * conditions of whatever it does to literals that matter. To be false matters for what makes an operator undo such a literal.
 *
 * @module
 */
import type { GroundEffect, GroundTask } from '../task/ground_task.ts';
import type { Budget } from './bounds.ts';
import { type Conjunction, includesLiteral } from './disjunctive_normal_form.ts';
import type { FactTable } from './fact_table.ts';
import { withGoalFact } from './goal_fact.ts';
import { byNumbers, type LiteralOperator } from './ground_operators.ts';
import { type Change, changesOf } from './literal_effects.ts';
import type { LiftedTask } from './normalize_task.ts';

/** `goals`: one or more conjunctions, any of which is the goal. Throws BoundReached. */
export function buildGroundTask(
  { facts, lifted }: { readonly facts: FactTable; readonly lifted: LiftedTask },
  operators: readonly LiteralOperator[],
  goals: readonly Conjunction[],
  budget: Budget,
): GroundTask {
  const goalFact = facts.predicateOf.length;
  const isSplit = goals.length > 1;
  const goal = isSplit ? [goalFact * 2] : (goals[0] as Conjunction);
  const all = isSplit ? withGoalFact(operators, goals, goalFact, budget) : operators;
  const relevance = new Relevance(all, goal, budget);

  const inOrder = (a: number, b: number) => {
    const [x, y] = [a >> 1, b >> 1];
    const byPredicate = (facts.predicateOf[x] ?? Infinity) - (facts.predicateOf[y] ?? Infinity);
    return (x === y ? 0 : byPredicate || byNumbers(facts.argsOf[x] ?? [], facts.argsOf[y] ?? [])) || a - b;
  };
  const literals = [...relevance.literals].sort(inOrder);
  const numbers = new Map(literals.map((literal, index) => [literal, index]));
  const numbered = (list: Iterable<number>) => {
    const sorted: number[] = [];
    for (const literal of list) sorted.push(numbers.get(literal) as number);
    return sorted.length > 1 ? sorted.sort((a, b) => a - b) : sorted;
  };
  const holdsFirst = (literal: number) => (facts.isInitial[literal >> 1] === true) === (literal % 2 === 0);
  const holds = (literal: number) => {
    return literal >> 1 === goalFact ? goals.some((conjunction) => conjunction.every(holdsFirst)) : holdsFirst(literal);
  };
  const text = (literal: number) => {
    const fact = literal >> 1;
    if (fact === goalFact) return '(:goal)';
    const words = [
      lifted.predicates[facts.predicateOf[fact] as number]?.name,
      ...namesOf(facts.argsOf[fact] ?? [], lifted),
    ];
    return literal % 2 === 0 ? `(${words.join(' ')})` : `(not (${words.join(' ')}))`;
  };
  return {
    facts: literals.map(text),
    operators: relevance.kept().map(({ operator, changes }) => {
      const preconditions = numbered(operator.condition);
      const effects = groupedEffects(changes, numbered);
      // Heuristics make an operator of each conditional effect, with all preconditions.
      budget.step(preconditions.length * effects.filter(({ conditions }) => conditions.length > 0).length);
      const name = `(${[lifted.actions[operator.action]?.name, ...namesOf(operator.objects, lifted)].join(' ')})`;
      return { name, cost: operator.cost, preconditions, effects };
    }),
    initial: numbered(literals.filter(holds)),
    goal: numbered(goal),
  };
}

function namesOf(objects: readonly number[], { objects: names }: LiftedTask): string[] {
  return objects.map((object) => names[object] as string);
}

type LiteralChange = Change & { readonly literal: number };

/**
 * Which literals and operators matter. Usually it only helps that a literal is true. But where a condition makes an operator
 * undo what is wanted, it helps, too, that the condition is false: such literals are `dreaded`, and with one, so are the
 * conditions that make it true.
 */
class Relevance {
  readonly literals = new Set<number>();
  readonly #dreaded = new Set<number>();
  readonly #operators: readonly LiteralOperator[];
  readonly #budget: Budget;
  readonly #ofFact = new Map<number, number[]>();
  readonly #changes: LiteralChange[][];
  readonly #isKept: boolean[];
  /** What is still to be followed. */
  readonly #open: (() => void)[] = [];

  constructor(operators: readonly LiteralOperator[], goal: Conjunction, budget: Budget) {
    this.#operators = operators;
    this.#budget = budget;
    this.#changes = operators.map(() => []);
    this.#isKept = operators.map(() => false);
    for (const [index, { effects }] of operators.entries())
      for (const fact of effects.keys()) {
        const list = this.#ofFact.get(fact);
        if (list === undefined) this.#ofFact.set(fact, [index]);
        else list.push(index);
      }
    for (const literal of goal) this.#want(literal);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) next();
  }

  kept(): { readonly operator: LiteralOperator; readonly changes: readonly LiteralChange[] }[] {
    return this.#operators.flatMap((operator, index) => {
      return this.#isKept[index] === true ? [{ operator, changes: this.#changes[index] as LiteralChange[] }] : [];
    });
  }

  #want(literal: number): void {
    if (this.literals.has(literal)) return;
    this.literals.add(literal);
    this.#open.push(() => this.#follow(literal));
  }

  #dread(literal: number): void {
    if (this.#dreaded.has(literal)) return;
    this.#dreaded.add(literal);
    this.#open.push(() => this.#followDreaded(literal));
  }

  /** Keeps the operators that make a literal true, and learns what all others do to it. */
  #follow(literal: number): void {
    for (const index of this.#ofFact.get(literal >> 1) ?? []) {
      const operator = this.#operators[index] as LiteralOperator;
      const known = this.#changes[index] as LiteralChange[];
      const changes = changesOf(operator, literal, this.#budget).map(({ condition, makes }) => {
        return { condition, makes, literal };
      });
      for (const change of changes) known.push(change);
      if (this.#isKept[index] === true) this.#mark(changes);
      else if (!includesLiteral(operator.condition, literal) && changes.some(({ makes }) => makes)) this.#keep(index);
    }
  }

  /** Keeps the operators that make a literal false. */
  #followDreaded(literal: number): void {
    for (const index of this.#ofFact.get(literal >> 1) ?? []) {
      const operator = this.#operators[index] as LiteralOperator;
      const changes = changesOf(operator, literal, this.#budget);
      if (this.#isKept[index] === true) this.#mark(changes.map((change) => ({ ...change, literal })));
      else if (!includesLiteral(operator.condition, literal ^ 1) && changes.some(({ makes }) => !makes))
        this.#keep(index);
    }
  }

  #keep(index: number): void {
    this.#isKept[index] = true;
    for (const needed of (this.#operators[index] as LiteralOperator).condition) this.#want(needed);
    this.#mark(this.#changes[index] as LiteralChange[]);
  }

  #mark(changes: readonly LiteralChange[]): void {
    for (const { condition, literal, makes } of changes)
      for (const needed of condition) {
        this.#want(needed);
        if (!makes || this.#dreaded.has(literal)) this.#dread(needed);
      }
  }
}

/** Changes, of which no two are the same, under the same condition as one effect; what happens always comes first. */
function groupedEffects(
  changes: readonly LiteralChange[],
  numbered: (literals: Iterable<number>) => number[],
): GroundEffect[] {
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
      return { conditions: numbered(condition), adds: numbered(adds), deletes: numbered(deletes) };
    })
    .sort((a, b) => byNumbers(a.conditions, b.conditions));
}
