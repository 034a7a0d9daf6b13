/**
 * Waits for conditions: a network of conjunctions and disjunctions over literals that come true one after the other, and
 * never become false again. Linear in the size of all conditions.
 *
 * @module
 */
import type { GroundCondition } from './ground_condition.ts';

type Gate = {
  /** How many more of its parts must come true; below 1, it is open. */
  missing: number;
  readonly above: Gate | null;
  readonly fire: (() => void) | null;
};

export class ConditionWatcher {
  readonly #holds: (literal: number) => boolean;
  readonly #waiting = new Map<number, Gate[]>();

  constructor(holds: (literal: number) => boolean) {
    this.#holds = holds;
  }

  /** Calls `fire` once: now if the condition holds, or as soon as it does. */
  when(condition: GroundCondition, fire: () => void): void {
    const gate: Gate = { missing: 1, above: null, fire };
    if (this.#watch(condition, gate)) fire();
  }

  /** Says that a literal has come true. */
  open(literal: number): void {
    const gates = this.#waiting.get(literal);
    if (gates === undefined) return;
    this.#waiting.delete(literal);
    for (const gate of gates)
      for (let above: Gate | null = gate; above !== null && --above.missing === 0; above = above.above) above.fire?.();
  }

  /** Whether a condition holds; if not, `above` is told when it does. */
  #watch(condition: GroundCondition, above: Gate): boolean {
    if (condition.kind === 'literal') {
      if (this.#holds(condition.literal)) return true;
      const gates = this.#waiting.get(condition.literal);
      if (gates === undefined) this.#waiting.set(condition.literal, [above]);
      else gates.push(above);
      return false;
    }
    const gate: Gate = { missing: Number.POSITIVE_INFINITY, above, fire: null };
    let held = 0;
    for (const part of condition.parts) if (this.#watch(part, gate)) held++;
    if (condition.kind === 'and') {
      gate.missing = condition.parts.length - held;
      return gate.missing === 0;
    }
    if (held === 0) gate.missing = 1;
    return held > 0;
  }
}
