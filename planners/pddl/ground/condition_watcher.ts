/**
 * Watches conditions: an AND/OR graph over literals that come true one after another and never become false again. Takes time
 * linear in the size of all conditions.
 *
 * @module
 */
import type { GroundCondition } from './ground_condition.ts';

type Node = {
  /** How many more of its parts must come true; it holds if there are none. */
  missing: number;
  readonly above: Node | null;
  readonly onTrue: (() => void) | null;
};

export class ConditionWatcher {
  readonly #holds: (literal: number) => boolean;
  readonly #watching = new Map<number, Node[]>();

  constructor(holds: (literal: number) => boolean) {
    this.#holds = holds;
  }

  /** Calls `onTrue` once: now if the condition holds, else as soon as it does. */
  watch(condition: GroundCondition, onTrue: () => void): void {
    const node: Node = { missing: 1, above: null, onTrue };
    if (this.#addNode(condition, node)) onTrue();
  }

  /** Tells that a literal has come true. */
  makeTrue(literal: number): void {
    const nodes = this.#watching.get(literal);
    if (nodes === undefined) return;
    this.#watching.delete(literal);
    for (const node of nodes)
      for (let above: Node | null = node; above !== null && --above.missing === 0; above = above.above)
        above.onTrue?.();
  }

  /** Whether a condition holds; if not, `above` is told when it does. */
  #addNode(condition: GroundCondition, above: Node): boolean {
    if (condition.kind === 'literal') {
      if (this.#holds(condition.literal)) return true;
      const nodes = this.#watching.get(condition.literal);
      if (nodes === undefined) this.#watching.set(condition.literal, [above]);
      else nodes.push(above);
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
