import type { Budget } from './bounds.ts';
import { objectsOf } from './conditions.ts';
import type { FactTable } from './facts.ts';
import type { LiftedAtom, LiftedCondition } from './normalize_task.ts';

export type Alternative = Readonly<{
  slots: readonly number[];
  atoms: readonly Atom[];
  filters: readonly LiftedCondition[];
}>;

type Atom = LiftedCondition & { kind: 'literal' };

/** Longer disjunctions become filters. */
const ALTERNATIVES_MAX = 32;

export function splitCondition(condition: LiftedCondition): Alternative[] {
  return alternativesOf(condition).map((alternative) => {
    const byText = new Map(alternative.atoms.map((atom) => [`${atom.predicate} ${atom.args.join(' ')}`, atom]));
    return { ...alternative, atoms: [...byText.values()] };
  });
}

function alternativesOf(condition: LiftedCondition): Alternative[] {
  const whole: Alternative = { slots: [], atoms: [], filters: [condition] };
  switch (condition.kind) {
    case 'literal':
      return [condition.positive ? { slots: [], atoms: [condition], filters: [] } : whole];
    case 'and':
      return conjoin(condition.parts);
    case 'or': {
      const alternatives = condition.parts.flatMap((part) => alternativesOf(part));
      return alternatives.length <= ALTERNATIVES_MAX ? alternatives : [whole];
    }
    case 'exists':
      return alternativesOf(condition.part).map((inner) => ({ ...inner, slots: [...condition.slots, ...inner.slots] }));
    default:
      return [whole];
  }
}

function conjoin(parts: readonly LiftedCondition[]): Alternative[] {
  const split = parts.map((part) => ({ part, alternatives: alternativesOf(part) }));
  let all = [merge(split.flatMap(({ alternatives }) => (alternatives.length === 1 ? alternatives : [])))];
  for (const { part, alternatives } of split) {
    if (alternatives.length === 1) continue;
    if (all.length * alternatives.length > ALTERNATIVES_MAX) for (const { filters } of all) filters.push(part);
    else all = all.flatMap((before) => alternatives.map((alternative) => merge([before, alternative])));
  }
  return all;
}

function merge(all: readonly Alternative[]): Alternative & { readonly filters: LiftedCondition[] } {
  return {
    slots: all.flatMap(({ slots }) => slots),
    atoms: all.flatMap(({ atoms }) => atoms),
    filters: all.flatMap(({ filters }) => filters),
  };
}

export type JoinQuery = Readonly<{ atoms: readonly LiftedAtom[]; slots: readonly number[] }>;

type Trigger = Readonly<{ atom: number; fact: number }>;
type Search = JoinQuery & Readonly<{ visit: () => void; trigger: Trigger }>;

const NO_TRIGGER: Trigger = { atom: -1, fact: -1 };

/** Backtracks, the atom with the fewest facts first. */
export class Join {
  readonly #facts: FactTable;
  readonly #budget: Budget;
  readonly #objects: readonly (readonly number[])[];
  readonly #objectSets: readonly ReadonlySet<number>[];
  /** Slot → object, or -1. */
  readonly binding: Int32Array;

  constructor(facts: FactTable, budget: Budget, objects: readonly (readonly number[])[]) {
    this.#facts = facts;
    this.#budget = budget;
    this.#objects = objects;
    this.#objectSets = objects.map((ofSlot) => new Set(ofSlot));
    this.binding = new Int32Array(objects.length).fill(-1);
  }

  /** No atom before `trigger` matches its fact, so that each binding is found once. */
  run({ atoms, slots }: JoinQuery, visit: () => void, trigger = NO_TRIGGER): void {
    const search: Search = { atoms, slots, visit, trigger };
    const open = [...atoms.keys()].filter((index) => index !== trigger.atom);
    if (trigger === NO_TRIGGER) this.#extend(search, open);
    else this.#extendBy(trigger.atom, trigger.fact, search, open);
  }

  #extendBy(atom: number, fact: number, search: Search, open: readonly number[]) {
    const bound = this.#match(search.atoms[atom]!, fact);
    if (bound === null) return;
    this.#extend(search, open);
    for (const slot of bound) this.binding[slot] = -1;
  }

  #extend(search: Search, open: readonly number[]) {
    this.#budget.step(1 + open.length);
    const { atoms, trigger } = search;
    const isExcluded = (atom: number, fact: number) => atom < trigger.atom && fact === trigger.fact;
    const unboundAtoms: number[] = [];
    let best = -1;
    let facts: readonly number[] = [];
    for (const index of open) {
      const atom = atoms[index]!;
      // Each deeper level must bind a slot.
      if (this.#isBound(atom)) {
        const fact = this.#facts.find(atom.predicate, objectsOf(atom.args, this.binding));
        if (fact === undefined || !this.#facts.isListed[fact] || isExcluded(index, fact)) return;
        continue;
      }
      const found = this.#narrowest(atom);
      if (found.length === 0) return;
      if (best < 0 || found.length < facts.length) [best, facts] = [index, found];
      unboundAtoms.push(index);
    }
    if (best < 0) {
      this.#bindSlots(search, 0);
      return;
    }
    const others = unboundAtoms.filter((index) => index !== best);
    for (const fact of facts) {
      this.#budget.step();
      if (!isExcluded(best, fact)) this.#extendBy(best, fact, search, others);
    }
  }

  #isBound({ args }: LiftedAtom) {
    return args.every((arg) => arg < 0 || this.binding[arg]! >= 0);
  }

  #narrowest({ predicate, args }: LiftedAtom): readonly number[] {
    let best = this.#facts.listedFacts(predicate);
    for (const [position, arg] of args.entries()) {
      const object = arg < 0 ? ~arg : this.binding[arg]!;
      if (object < 0) continue;
      const facts = this.#facts.listedFacts(predicate, position, object);
      if (facts.length < best.length) best = facts;
    }
    return best;
  }

  #match({ args }: LiftedAtom, fact: number): number[] | null {
    const bound: number[] = [];
    const objects = this.#facts.argsOf[fact]!;
    for (const [position, arg] of args.entries()) {
      const object = objects[position]!;
      const expected = arg < 0 ? ~arg : this.binding[arg]!;
      if (expected === object) continue;
      if (expected >= 0 || this.#objectSets[arg]?.has(object) !== true) {
        for (const slot of bound) this.binding[slot] = -1;
        return null;
      }
      this.binding[arg] = object;
      bound.push(arg);
    }
    return bound;
  }

  #bindSlots(search: Search, from: number) {
    let index = from;
    while (index < search.slots.length && this.binding[search.slots[index]!]! >= 0) index++;
    const slot = search.slots[index];
    if (slot === undefined) {
      search.visit();
      return;
    }
    for (const object of this.#objects[slot]!) {
      this.#budget.step();
      this.binding[slot] = object;
      this.#bindSlots(search, index + 1);
    }
    this.binding[slot] = -1;
  }
}
