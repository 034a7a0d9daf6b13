/**
 * The names of predicates in formulas, as EAI takes them from their texts.
 *
 * @module
 */
import type { Formula } from './read_formula.ts';

/** Of all literals, in order; those of a quantifier's body, not of its variable. */
export function formulaPredicates(formulas: readonly Formula[]): string[] {
  return formulas.flatMap((formula): string[] => {
    if (typeof formula === 'string') return [formula.split(' ')[0]!];
    const [operator, ...parts] = formula;
    return formulaPredicates(operator === 'exists' || operator === 'forall' ? parts.slice(1) : parts);
  });
}
