import type { Budget } from './bounds.ts';
import type { LiftedPredicate } from './normalize_task.ts';

/** Numbers ground atoms (facts), and remembers which of them can become true or false. */
export class FactTable {
  readonly predicateOf: number[] = [];
  readonly argsOf: (readonly number[])[] = [];
  /** Literal → whether it can become true if nothing becomes false again. */
  readonly canHold: boolean[] = [];
  /** Predicate → arguments → number. */
  readonly #numbers: Map<TupleKey, number>[];
  readonly #isListed: boolean[] = [];
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
    this.canHold.push(false, true);
    this.#isListed.push(false);
    return fact;
  }

  find(predicate: number, args: readonly number[]): number | undefined {
    return this.#numbers[predicate]?.get(tupleKey(args));
  }

  findListed(predicate: number, args: readonly number[]): number | undefined {
    const fact = this.find(predicate, args);
    return fact !== undefined && this.#isListed[fact] === true ? fact : undefined;
  }

  /** Lists a fact, so that `candidates` and `findListed` find it. */
  list(fact: number): void {
    this.#isListed[fact] = true;
    const predicate = this.predicateOf[fact]!;
    this.#listed[predicate]?.push(fact);
    for (const [position, object] of this.argsOf[fact]!.entries())
      append(this.#byObject[predicate]![position]!, object, fact);
  }

  /** The listed facts of a predicate, with an object at a position if one is given, in the order of listing. */
  candidates(predicate: number, position: number, object: number): readonly number[] {
    if (position < 0) return this.#listed[predicate]!;
    return this.#byObject[predicate]?.[position]?.get(object) ?? [];
  }
}

/** A key by which tables find a tuple of objects: a number for few objects of small numbers, which is found sooner, else a text. */
export type TupleKey = number | string;

const RADIX = 4096;
/** Below, one more object fits into a number that is exact. */
const FULL = Number.MAX_SAFE_INTEGER / RADIX - 1;

/** Different tuples have different keys. */
export function tupleKey(tuple: readonly number[]): TupleKey {
  let key = 1; // so that leading zeros count
  for (const object of tuple) {
    if (object < 0 || object >= RADIX || key >= FULL) return tuple.join(' ');
    key = key * RADIX + object;
  }
  return key;
}

export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
