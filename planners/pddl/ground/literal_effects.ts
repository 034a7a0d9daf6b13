/**
 * What an operator does to a literal, and the regression of literals through operators. For a negative literal it is the mirror
 * image of what happens to the fact, except that a delete makes the fact false only where none of its adds happens.
 *
 * @module
 */
import type { Budget } from './bounds.ts';
import { type Conjunction, includesLiteral, toDnf, withoutSubsumed } from './disjunctive_normal_form.ts';
import { combined, type GroundCondition, simplified } from './ground_condition.ts';
import type { LiteralOperator } from './ground_operators.ts';

/** If `condition` holds along with the operator's own, the literal becomes true (`makes`) or false. */
export type Change = { readonly condition: Conjunction; readonly makes: boolean };

export function changesOf(operator: LiteralOperator, literal: number, budget: Budget): Change[] {
  const effects = operator.effects.get(literal >> 1);
  if (effects === undefined) return [];
  const { adds, deletes } = effects;
  const changes: Change[] = [];
  for (const condition of adds) changes.push({ condition, makes: literal % 2 === 0 });
  if (literal % 2 === 0) {
    for (const condition of deletes) changes.push({ condition, makes: false });
    return changes;
  }
  const alone = deletes.flatMap((condition) => {
    if (condition.length === 0 && adds.length === 0) return [condition];
    const ground = combined('and', [...condition.map(asGround), ...adds.map(opposite)]);
    return toDnf(givenCondition(operator, ground), budget);
  });
  for (const condition of withoutSubsumed(alone, budget)) changes.push({ condition, makes: true });
  return changes;
}

/** The condition on the state before the operator under which the literal holds after it. */
export function regressed(operator: LiteralOperator, literal: number, budget: Budget): GroundCondition {
  const changes = changesOf(operator, literal, budget);
  const made = changes.filter(({ makes }) => makes).map(({ condition }) => combined('and', condition.map(asGround)));
  const unmade = changes.filter(({ makes }) => !makes).map(({ condition }) => opposite(condition));
  return givenCondition(operator, combined('or', [...made, combined('and', [asGround(literal), ...unmade])]));
}

/** What remains of a condition if the operator's own holds. */
function givenCondition({ condition }: LiteralOperator, ground: GroundCondition): GroundCondition {
  return simplified(ground, (literal) => {
    if (includesLiteral(condition, literal)) return true;
    return includesLiteral(condition, literal ^ 1) ? false : null;
  });
}

function asGround(literal: number): GroundCondition {
  return { kind: 'literal', literal };
}

function opposite(condition: Conjunction): GroundCondition {
  return combined(
    'or',
    condition.map((literal) => asGround(literal ^ 1)),
  );
}
