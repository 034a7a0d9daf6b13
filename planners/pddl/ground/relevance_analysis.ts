/**
 * Which literals and operators can matter for the goal.
 *
 * Works backward from the goal: an operator is relevant if it makes a relevant literal true. Then its conditions are relevant,
 * and so are the conditions of whatever it does to relevant literals. Usually it only helps that a literal is true. But where a
 * condition makes an operator undo what is relevant, it also helps that the condition is false: such literals are
 * relevant when false, and with one, so are the conditions that make it true.
 *
 * @module
 */
import type { Budget } from './bounds.ts';
import { type Conjunction, includesLiteral } from './disjunctive_normal_form.ts';
import type { LiteralOperator } from './ground_operators.ts';
import { type Change, changesOf } from './literal_effects.ts';

export type LiteralChange = Change & { readonly literal: number };

/** Throws BoundReached. */
export class RelevanceAnalysis {
  readonly literals = new Set<number>();
  readonly #relevantWhenFalse = new Set<number>();
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
    for (const literal of goal) this.#add(literal);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) next();
  }

  kept(): { readonly operator: LiteralOperator; readonly changes: readonly LiteralChange[] }[] {
    return this.#operators.flatMap((operator, index) => {
      return this.#isKept[index] === true ? [{ operator, changes: this.#changes[index]! }] : [];
    });
  }

  #add(literal: number): void {
    if (this.literals.has(literal)) return;
    this.literals.add(literal);
    this.#open.push(() => this.#follow(literal));
  }

  #addWhenFalse(literal: number): void {
    if (this.#relevantWhenFalse.has(literal)) return;
    this.#relevantWhenFalse.add(literal);
    this.#open.push(() => this.#followWhenFalse(literal));
  }

  /** Keeps the operators that make a literal true, and learns what all others do to it. */
  #follow(literal: number): void {
    for (const index of this.#ofFact.get(literal >> 1) ?? []) {
      const operator = this.#operators[index]!;
      const known = this.#changes[index]!;
      const changes = changesOf(operator, literal, this.#budget).map(({ condition, makes }) => {
        return { condition, makes, literal };
      });
      for (const change of changes) known.push(change);
      if (this.#isKept[index] === true) this.#mark(changes);
      else if (!includesLiteral(operator.condition, literal) && changes.some(({ makes }) => makes)) this.#keep(index);
    }
  }

  /** Keeps the operators that make a literal false. */
  #followWhenFalse(literal: number): void {
    for (const index of this.#ofFact.get(literal >> 1) ?? []) {
      const operator = this.#operators[index]!;
      const changes = changesOf(operator, literal, this.#budget);
      if (this.#isKept[index] === true) this.#mark(changes.map((change) => ({ ...change, literal })));
      else if (!includesLiteral(operator.condition, literal ^ 1) && changes.some(({ makes }) => !makes))
        this.#keep(index);
    }
  }

  #keep(index: number): void {
    this.#isKept[index] = true;
    for (const needed of this.#operators[index]!.condition) this.#add(needed);
    this.#mark(this.#changes[index]!);
  }

  #mark(changes: readonly LiteralChange[]): void {
    for (const { condition, literal, makes } of changes)
      for (const needed of condition) {
        this.#add(needed);
        if (!makes || this.#relevantWhenFalse.has(literal)) this.#addWhenFalse(needed);
      }
  }
}
