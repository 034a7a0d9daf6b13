/**
 * Conditions without variables: conjunctions and disjunctions of literals.
 *
 * A literal is a number: twice that of its fact, plus one if it is negative.
 *
 * @module
 */
import type { Budget } from './bounds.ts';
import type { FactTable } from './fact_table.ts';
import type { LiftedCondition, LiftedTask } from './normalize_task.ts';

export type GroundCondition =
  | { readonly kind: 'literal'; readonly literal: number }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly GroundCondition[] };

export const TRUE: GroundCondition = { kind: 'and', parts: [] };
export const FALSE: GroundCondition = { kind: 'or', parts: [] };

export function isTrue(ground: GroundCondition): boolean {
  return ground.kind === 'and' && ground.parts.length === 0;
}

export function isFalse(ground: GroundCondition): boolean {
  return ground.kind === 'or' && ground.parts.length === 0;
}

/** Replaces variables by objects. Equalities and static atoms are decided, quantifiers expanded. */
export class ConditionGrounder {
  readonly #task: LiftedTask;
  readonly #facts: FactTable;
  readonly #budget: Budget;

  constructor(task: LiftedTask, facts: FactTable, budget: Budget) {
    this.#task = task;
    this.#facts = facts;
    this.#budget = budget;
  }

  condition(lifted: LiftedCondition, binding: Int32Array, slots: readonly (readonly number[])[]): GroundCondition {
    this.#budget.step();
    switch (lifted.kind) {
      case 'literal':
        return this.#literal(lifted.predicate, objectsOf(lifted.args, binding), lifted.positive);
      case 'equal': {
        const [left, right] = objectsOf([lifted.left, lifted.right], binding);
        return (left === right) === lifted.positive ? TRUE : FALSE;
      }
      case 'and':
      case 'or': {
        const parts: GroundCondition[] = [];
        for (const part of lifted.parts) {
          const ground = this.condition(part, binding, slots);
          if (isDecided(lifted.kind, ground)) return ground;
          parts.push(ground);
        }
        return combined(lifted.kind, parts);
      }
      default: {
        const kind = lifted.kind === 'forall' ? 'and' : 'or';
        const parts: GroundCondition[] = [];
        const isOpen = this.#expand(lifted.slots, 0, binding, slots, () => {
          const ground = this.condition(lifted.part, binding, slots);
          parts.push(ground);
          return !isDecided(kind, ground);
        });
        return isOpen ? combined(kind, parts) : (parts.at(-1) as GroundCondition);
      }
    }
  }

  /** Goes through all objects of the slots until `visit` returns false. */
  #expand(
    own: readonly number[],
    from: number,
    binding: Int32Array,
    slots: readonly (readonly number[])[],
    visit: () => boolean,
  ): boolean {
    const slot = own[from];
    if (slot === undefined) return visit();
    for (const object of slots[slot] ?? []) {
      this.#budget.step();
      binding[slot] = object;
      if (!this.#expand(own, from + 1, binding, slots, visit)) {
        binding[slot] = -1;
        return false;
      }
    }
    binding[slot] = -1;
    return true;
  }

  #literal(predicate: number, args: readonly number[], positive: boolean): GroundCondition {
    if (this.#task.predicates[predicate]?.fluent === true)
      return { kind: 'literal', literal: this.#facts.number(predicate, args) * 2 + (positive ? 0 : 1) };
    const fact = this.#facts.find(predicate, args);
    const holds = fact !== undefined && this.#facts.isInitial[fact] === true;
    return holds === positive ? TRUE : FALSE;
  }
}

/** The objects that arguments stand for. */
export function objectsOf(args: readonly number[], binding: Int32Array): number[] {
  const objects: number[] = [];
  for (const arg of args) objects.push(arg < 0 ? ~arg : binding[arg]!);
  return objects;
}

/** Whether this part alone decides the whole. */
function isDecided(kind: 'and' | 'or', part: GroundCondition): boolean {
  return kind === 'and' ? isFalse(part) : isTrue(part);
}

/** A conjunction or disjunction, with nested ones of the same kind flattened and constants removed. */
export function combined(kind: 'and' | 'or', parts: readonly GroundCondition[]): GroundCondition {
  const flat: GroundCondition[] = [];
  for (const part of parts) {
    if (isDecided(kind, part)) return part;
    if (part.kind !== kind) flat.push(part);
    // Not spread into arguments, of which a call cannot take that many.
    else for (const inner of part.parts) flat.push(inner);
  }
  return flat.length === 1 ? flat[0]! : { kind, parts: flat };
}

/** The condition with literals replaced by their truth values; `decide` gives null for those that stay. */
export function simplified(ground: GroundCondition, decide: (literal: number) => boolean | null): GroundCondition {
  if (ground.kind !== 'literal') {
    if (ground.parts.length === 0) return ground;
    return combined(
      ground.kind,
      ground.parts.map((part) => simplified(part, decide)),
    );
  }
  const known = decide(ground.literal);
  if (known === null) return ground;
  return known ? TRUE : FALSE;
}
