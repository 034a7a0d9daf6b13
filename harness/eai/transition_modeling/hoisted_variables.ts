/**
 * Existential quantifiers of a precondition whose variables stand in the effect, too.
 *
 * Fast Downward's translator turns the variables of an existential quantifier into parameters of the action, so that an effect that
 * names one (which is no PDDL) is about the same object.
 *
 * @module
 */
import type { SExpression } from './s_expression.ts';
import { variablesIn } from './undeclared_names.ts';

export type Hoisted = { readonly precondition: SExpression; readonly parameters: readonly SExpression[] };

/** The precondition without quantifiers over `wanted` variables that stand in it by themselves or within `and`, and what they declare. */
export function hoistedVariables(precondition: SExpression, wanted: ReadonlySet<string>): Hoisted {
  const parameters: SExpression[] = [];
  const hoisted = new Set<string>();
  const visit = (expression: SExpression): SExpression => {
    if (typeof expression === 'string') return expression;
    const [head, ...parts] = expression;
    if (head === 'and') return [head, ...parts.map((part) => visit(part))];
    const [list, body] = parts;
    if (head !== 'exists' || list === undefined || body === undefined || typeof list === 'string') return expression;
    const own = [...variablesIn(list)];
    // Of two quantifiers over one name the second has its variable renamed.
    if (!own.some((name) => wanted.has(name)) || own.some((name) => hoisted.has(name))) return expression;
    for (const name of own) hoisted.add(name);
    parameters.push(...list);
    return visit(body);
  };
  return { precondition: visit(precondition), parameters };
}
