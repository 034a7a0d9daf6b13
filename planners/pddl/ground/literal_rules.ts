/**
 * Ground operators with deletes ignored, as rules from literals to literals, so that it is soon found out what is reachable from one
 * state after the other.
 *
 * @module
 */
import type { Conjunction } from './disjunctive_normal_form.ts';
import type { LiteralOperator } from './ground_operators.ts';

/** Adds to the literals that hold (1) all that are reachable from them. */
export type ReachableFrom = (holds: Uint8Array) => void;

type Rule = { readonly needs: Conjunction; readonly makes: readonly number[] };

export function literalRules(operators: readonly LiteralOperator[]): ReachableFrom {
  const rules = operators.flatMap(rulesOf);
  /** Literal → the rules that need it. */
  const neededBy = new Map<number, number[]>();
  for (const [rule, { needs }] of rules.entries()) {
    for (const literal of needs) {
      const others = neededBy.get(literal);
      if (others === undefined) neededBy.set(literal, [rule]);
      else others.push(rule);
    }
  }
  return (holds) => {
    const missing = rules.map(({ needs }) => needs.length);
    const agenda: number[] = [];
    const apply = (rule: number) => {
      for (const literal of rules[rule]!.makes) {
        if (holds[literal] === 1) continue;
        holds[literal] = 1;
        agenda.push(literal);
      }
    };
    for (const [literal, isHeld] of holds.entries()) if (isHeld === 1) agenda.push(literal);
    for (const [rule, left] of missing.entries()) if (left === 0) apply(rule);
    for (let next = agenda.pop(); next !== undefined; next = agenda.pop()) {
      for (const rule of neededBy.get(next) ?? []) if (--missing[rule]! === 0) apply(rule);
    }
  };
}

/** One for all that an operator always does, one for each conditional effect. */
function rulesOf({ condition, effects }: LiteralOperator): Rule[] {
  const always: number[] = [];
  const rules: Rule[] = [{ needs: condition, makes: always }];
  const add = (literal: number, conditions: readonly Conjunction[]) => {
    for (const when of conditions) {
      if (when.length === 0) always.push(literal);
      else rules.push({ needs: [...new Set([...condition, ...when])], makes: [literal] });
    }
  };
  for (const [fact, { adds, deletes }] of effects) {
    add(fact * 2, adds);
    add(fact * 2 + 1, deletes);
  }
  return rules;
}
