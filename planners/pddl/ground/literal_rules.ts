/**
 * Ground operators with deletes ignored, as rules from literals to literals, packed so that it is soon found out what is reachable
 * from one state after the other.
 *
 * @module
 */
import { type CompressedRows, compressRows, transposeRows } from '../task/compressed_rows.ts';
import type { Conjunction } from './disjunctive_normal_form.ts';
import type { LiteralOperator } from './ground_operators.ts';

export class LiteralRules {
  readonly #literals: number;
  /** Rule → how many literals it needs. */
  readonly #needs: Int32Array;
  /** Literal → the rules that need it; after the literals, those that need none. */
  readonly #neededBy: CompressedRows;
  /** Rule → literals. */
  readonly #makes: CompressedRows;

  /** `literals`: one more than the greatest. */
  constructor(operators: readonly LiteralOperator[], literals: number) {
    const needs: Conjunction[] = [];
    const makes: number[][] = [];
    for (const { condition, effects } of operators) {
      const always: number[] = [];
      needs.push(condition);
      makes.push(always);
      for (const [fact, { adds, deletes }] of effects) {
        for (const [literal, conditions] of [
          [fact * 2, adds],
          [fact * 2 + 1, deletes],
        ] as const) {
          for (const when of conditions) {
            if (when.length === 0) {
              always.push(literal);
              continue;
            }
            needs.push([...new Set([...condition, ...when])]);
            makes.push([literal]);
          }
        }
      }
    }
    this.#literals = literals;
    this.#needs = Int32Array.from(needs, ({ length }) => length);
    const rows = compressRows(needs.map((row) => (row.length === 0 ? [literals] : row)));
    this.#neededBy = transposeRows(rows, literals + 1);
    this.#makes = compressRows(makes);
  }

  /** Adds to the literals that hold (1) all that are reachable from them. */
  follow(holds: Uint8Array): void {
    const missing = this.#needs.slice();
    const agenda: number[] = [];
    for (const [literal, isHeld] of holds.entries()) if (isHeld === 1) agenda.push(literal);
    this.#apply(this.#literals, missing, holds, agenda);
    for (let next = agenda.pop(); next !== undefined; next = agenda.pop()) this.#apply(next, missing, holds, agenda);
  }

  #apply(literal: number, missing: Int32Array, holds: Uint8Array, agenda: number[]): void {
    const [neededBy, makes] = [this.#neededBy, this.#makes];
    for (let at = neededBy.start[literal]!; at < neededBy.start[literal + 1]!; at++) {
      const rule = neededBy.items[at]!;
      const left = missing[rule]! - 1;
      missing[rule] = left;
      if (left > 0) continue;
      for (let made = makes.start[rule]!; made < makes.start[rule + 1]!; made++) {
        const next = makes.items[made]!;
        if (holds[next] === 1) continue;
        holds[next] = 1;
        agenda.push(next);
      }
    }
  }
}
