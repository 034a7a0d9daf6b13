/** A literal is twice its fact's number, plus one if negative. */
import type { Budget } from './bounds.ts';
import { append, type FactTable } from './facts.ts';
import type { LiftedAction, LiftedCondition, LiftedTask } from './normalize_task.ts';

export type GroundCondition =
  | { readonly kind: 'literal'; readonly literal: number }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly GroundCondition[] };

export const TRUE: GroundCondition = { kind: 'and', parts: [] };
export const FALSE: GroundCondition = { kind: 'or', parts: [] };

export function literalOf(literal: number): GroundCondition {
  return { kind: 'literal', literal };
}

export function conjunctionOf(literals: Conjunction): GroundCondition {
  return combined('and', literals.map(literalOf));
}

export function isTrue(ground: GroundCondition): boolean {
  return ground.kind === 'and' && ground.parts.length === 0;
}

export function isFalse(ground: GroundCondition): boolean {
  return ground.kind === 'or' && ground.parts.length === 0;
}

type Slots = LiftedAction['slots'];

export class ConditionGrounder {
  readonly #task: LiftedTask;
  readonly #facts: FactTable;
  readonly #budget: Budget;

  constructor(task: LiftedTask, facts: FactTable, budget: Budget) {
    this.#task = task;
    this.#facts = facts;
    this.#budget = budget;
  }

  condition(lifted: LiftedCondition, binding: Int32Array, slots: Slots): GroundCondition {
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

  #expand(own: readonly number[], from: number, binding: Int32Array, slots: Slots, visit: () => boolean): boolean {
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
    // A static fact can hold only if it holds initially.
    const holds = fact !== undefined && this.#facts.canHold[fact * 2] === true;
    return holds === positive ? TRUE : FALSE;
  }
}

export function objectsOf(args: readonly number[], binding: Int32Array): number[] {
  const objects: number[] = [];
  for (const arg of args) objects.push(arg < 0 ? ~arg : binding[arg]!);
  return objects;
}

function isDecided(kind: 'and' | 'or', part: GroundCondition): boolean {
  return kind === 'and' ? isFalse(part) : isTrue(part);
}

export function combined(kind: 'and' | 'or', parts: readonly GroundCondition[]): GroundCondition {
  const flat: GroundCondition[] = [];
  for (const part of parts) {
    if (isDecided(kind, part)) return part;
    if (part.kind !== kind) flat.push(part);
    // A spread would exceed the argument limit of a call.
    else for (const inner of part.parts) flat.push(inner);
  }
  return flat.length === 1 ? flat[0]! : { kind, parts: flat };
}

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

/** Ascending distinct literals, none together with its negation. */
export type Conjunction = readonly number[];

/** Above this, only duplicates are dropped, not all subsumed conjunctions. */
const COMPARED_MAX = 256;

/** Drops subsumed disjuncts. Throws BoundReached. */
export function toDnf(ground: GroundCondition, budget: Budget): Conjunction[] {
  if (ground.kind === 'literal') return [[ground.literal]];
  if (ground.kind === 'and' && ground.parts.every((part) => part.kind === 'literal')) {
    const all = inOrder(ground.parts.map(({ literal }) => literal));
    return all === null ? [] : [all];
  }
  const parts = ground.parts.map((part) => toDnf(part, budget));
  if (ground.kind === 'or') return withoutSubsumed(parts.flat(), budget);
  const single = inOrder(parts.filter(({ length }) => length === 1).flat(2));
  if (single === null || parts.some((choices) => choices.length === 0)) return [];
  let all: Conjunction[] = [single];
  for (const choices of parts.filter(({ length }) => length > 1).sort((a, b) => a.length - b.length)) {
    const next: Conjunction[] = [];
    for (const before of all) {
      budget.step(1 + choices.length);
      if (choices.some((choice) => includesAll(before, choice))) {
        next.push(before);
        continue;
      }
      for (const choice of choices) {
        const both = inOrder([...before, ...choice]);
        if (both !== null) next.push(both);
      }
      budget.check('disjunctsMax', next.length);
    }
    all = withoutSubsumed(next, budget);
  }
  return all;
}

/** Null on a contradiction. */
function inOrder(literals: readonly number[]): Conjunction | null {
  const all = literals.length > 1 ? [...new Set(literals)].sort((x, y) => x - y) : literals;
  for (let i = 1; i < all.length; i++) if (all[i] === all[i - 1]! + 1 && all[i]! % 2 === 1) return null;
  return all;
}

export function withoutSubsumed(conjunctions: readonly Conjunction[], budget: Budget): Conjunction[] {
  if (conjunctions.length <= 1) return [...conjunctions];
  const unique = [...new Map(conjunctions.map((conjunction) => [conjunction.join(' '), conjunction])).values()];
  budget.check('disjunctsMax', unique.length);
  if (unique.length > COMPARED_MAX) return unique;
  return unique.filter((one) => {
    return !unique.some((other) => other !== one && other.length < one.length && includesAll(one, other));
  });
}

export function includesAll(conjunction: Conjunction, part: Conjunction): boolean {
  return part.every((literal) => includesLiteral(conjunction, literal));
}

export function includesLiteral(conjunction: Conjunction, literal: number): boolean {
  let [low, high] = [0, conjunction.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (conjunction[middle]! < literal) low = middle + 1;
    else high = middle;
  }
  return conjunction[low] === literal;
}

type Node = {
  missing: number;
  readonly above: Node | null;
  readonly onTrue: (() => void) | null;
};

/** An AND/OR graph over literals that never become false again; linear in the size of all conditions. */
export class ConditionWatcher {
  readonly #holds: (literal: number) => boolean;
  readonly #watching = new Map<number, Node[]>();

  constructor(holds: (literal: number) => boolean) {
    this.#holds = holds;
  }

  watch(condition: GroundCondition, onTrue: () => void): void {
    const node: Node = { missing: 1, above: null, onTrue };
    if (this.#addNode(condition, node)) onTrue();
  }

  makeTrue(literal: number): void {
    const nodes = this.#watching.get(literal);
    if (nodes === undefined) return;
    this.#watching.delete(literal);
    for (const node of nodes)
      for (let above: Node | null = node; above !== null && --above.missing === 0; above = above.above)
        above.onTrue?.();
  }

  #addNode(condition: GroundCondition, above: Node): boolean {
    if (condition.kind === 'literal') {
      if (this.#holds(condition.literal)) return true;
      append(this.#watching, condition.literal, above);
      return false;
    }
    const node: Node = { missing: Number.POSITIVE_INFINITY, above, onTrue: null };
    let held = 0;
    for (const part of condition.parts) if (this.#addNode(part, node)) held++;
    if (condition.kind === 'and') {
      node.missing = condition.parts.length - held;
      return node.missing === 0;
    }
    if (held === 0) node.missing = 1;
    return held > 0;
  }
}
