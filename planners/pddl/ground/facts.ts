import type { Budget } from './bounds.ts';
import type { LiftedPredicate } from './normalize_task.ts';

export class FactTable {
  readonly predicateOf: number[] = [];
  readonly argsOf: (readonly number[])[] = [];
  /** Indexed by literal: whether it can hold if literals, once true, stay true. */
  readonly canHold: boolean[] = [];
  readonly #numbers: Map<TupleKey, number>[];
  /** Fact → whether joins use it. */
  readonly isListed: boolean[] = [];
  readonly #listed: number[][];
  readonly #byObject: Map<number, number[]>[][];
  readonly #budget: Budget;

  constructor(predicates: readonly LiftedPredicate[], budget: Budget) {
    this.#numbers = predicates.map(() => new Map());
    this.#listed = predicates.map(() => []);
    this.#byObject = predicates.map(({ arity }) => Array.from({ length: arity }, () => new Map()));
    this.#budget = budget;
  }

  add(predicate: number, args: readonly number[]): number {
    const numbers = this.#numbers[predicate]!;
    const key = tupleKey(args);
    const existing = numbers.get(key);
    if (existing !== undefined) return existing;
    const fact = this.predicateOf.length;
    this.#budget.check('factsMax', fact + 1);
    numbers.set(key, fact);
    this.predicateOf.push(predicate);
    this.argsOf.push(args);
    this.canHold.push(false, true);
    this.isListed.push(false);
    return fact;
  }

  find(predicate: number, args: readonly number[]): number | undefined {
    return this.#numbers[predicate]!.get(tupleKey(args));
  }

  list(fact: number): void {
    this.isListed[fact] = true;
    const predicate = this.predicateOf[fact]!;
    this.#listed[predicate]!.push(fact);
    for (const [position, object] of this.argsOf[fact]!.entries())
      append(this.#byObject[predicate]![position]!, object, fact);
  }

  listedFacts(predicate: number, position?: number, object = -1): readonly number[] {
    if (position === undefined) return this.#listed[predicate]!;
    return this.#byObject[predicate]![position]!.get(object) ?? [];
  }
}

export type TupleKey = number | string;

const RADIX = 4096;
const KEY_MAX = Number.MAX_SAFE_INTEGER / RADIX - 1;

export function tupleKey(tuple: readonly number[]): TupleKey {
  let key = 1; // so that leading zeros count
  for (const object of tuple) {
    if (object < 0 || object >= RADIX || key >= KEY_MAX) return tuple.join(' ');
    key = key * RADIX + object;
  }
  return key;
}

export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
