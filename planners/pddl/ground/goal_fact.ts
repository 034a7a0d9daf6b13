/**
 * Turns a disjunctive goal into one fact: every operator that can complete a disjunct adds it, under the condition that it
 * does. So plans need no extra step at the end.
 *
 * The fact stays true even when the goal no longer holds. That does no harm, since the search ends at the first state that has
 * it.
 *
 * @module
 */
import type { Budget } from './bounds.ts';
import { type Conjunction, toDnf, withoutSubsumed } from './disjunctive_normal_form.ts';
import { combined } from './ground_condition.ts';
import type { LiteralOperator } from './ground_operators.ts';
import { changesOf, regressed } from './literal_effects.ts';

/** The operators, with effects that add `fact`, whose number must be free. */
export function withGoalFact(
  operators: readonly LiteralOperator[],
  goals: readonly Conjunction[],
  fact: number,
  budget: Budget,
): LiteralOperator[] {
  return operators.map((operator) => {
    const conditions = goals.flatMap((goal) => {
      const completes = goal.some((literal) => {
        return changesOf(operator, literal, budget).some(({ makes }) => makes);
      });
      if (!completes) return [];
      const before = goal.map((literal) => regressed(operator, literal, budget));
      return toDnf(combined('and', before), budget);
    });
    if (conditions.length === 0) return operator;
    const adds = withoutSubsumed(conditions, budget);
    return { ...operator, effects: new Map([...operator.effects, [fact, { adds, deletes: [] }]]) };
  });
}
