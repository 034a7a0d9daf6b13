/**
 * Numbers ground atoms (facts), and remembers which of them can become true or false.
 *
 * @module
 */
import type { Budget } from './bounds.ts';
import type { LiftedPredicate } from './normalize_task.ts';
import { type TupleKey, tupleKey } from './tuple_key.ts';

export class FactTable {
  readonly predicateOf: number[] = [];
  readonly argsOf: (readonly number[])[] = [];
  /** Whether the fact holds in the initial state. */
  readonly isInitial: boolean[] = [];
  /** Whether it can become true if deletes are ignored, or false if adds are ignored. */
  readonly canBeTrue: boolean[] = [];
  readonly canBeFalse: boolean[] = [];
  /** Predicate → arguments → number. */
  readonly #numbers: Map<TupleKey, number>[];
  readonly #isListed: boolean[] = [];
  /** Predicate → the facts that were listed. */
  readonly #listed: number[][];
  /** Predicate → argument position → object → the facts that were listed. */
  readonly #byObject: Map<number, number[]>[][];
  readonly #budget: Budget;

  constructor(predicates: readonly LiftedPredicate[], budget: Budget) {
    this.#numbers = predicates.map(() => new Map());
    this.#listed = predicates.map(() => []);
    this.#byObject = predicates.map(({ arity }) => Array.from({ length: arity }, () => new Map()));
    this.#budget = budget;
  }

  /** The number of an atom, a new one if it has none; `args` are objects. */
  number(predicate: number, args: readonly number[]): number {
    const numbers = this.#numbers[predicate]!;
    const key = tupleKey(args);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const fact = this.predicateOf.length;
    this.#budget.check('factsMax', fact + 1);
    numbers.set(key, fact);
    this.predicateOf.push(predicate);
    this.argsOf.push(args);
    this.isInitial.push(false);
    this.canBeTrue.push(false);
    this.canBeFalse.push(true);
    this.#isListed.push(false);
    return fact;
  }

  /** The number of an atom, if it has one. */
  find(predicate: number, args: readonly number[]): number | undefined {
    return this.#numbers[predicate]?.get(tupleKey(args));
  }

  /** The number of an atom, if it was listed. */
  findListed(predicate: number, args: readonly number[]): number | undefined {
    const fact = this.find(predicate, args);
    return fact !== undefined && this.#isListed[fact] === true ? fact : undefined;
  }

  /** Lists a fact, so that `candidates` and `findListed` find it. */
  list(fact: number): void {
    this.#isListed[fact] = true;
    const predicate = this.predicateOf[fact]!;
    this.#listed[predicate]?.push(fact);
    for (const [position, object] of this.argsOf[fact]!.entries()) {
      const byObject = this.#byObject[predicate]?.[position] as Map<number, number[]>;
      const facts = byObject.get(object);
      if (facts === undefined) byObject.set(object, [fact]);
      else facts.push(fact);
    }
  }

  /** The listed facts of a predicate, with an object at a position if one is given, in the order of listing. */
  candidates(predicate: number, position: number, object: number): readonly number[] {
    if (position < 0) return this.#listed[predicate]!;
    return this.#byObject[predicate]?.[position]?.get(object) ?? [];
  }
}
