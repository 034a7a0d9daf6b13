/**
 * The states that a plan leads through, and the actions between them; and whether formulas hold along the way.
 *
 * @module
 */
import { primitivesIn, type TemporalFormula } from './temporal_formula.ts';

export type Trajectory = {
  /** One more than actions. */
  readonly length: number;
  readonly objects: readonly string[];
  /** Whether a state, such as `ON(lamp.7)`, holds after so many actions. */
  readonly holds: (at: number, name: string, args: readonly string[]) => boolean;
  /** What is done then, such as `READ` and `['book.15']`; null in the last state. */
  readonly action: (at: number) => { readonly name: string; readonly args: readonly string[] } | null;
  readonly isAction: (name: string) => boolean;
};

type Bindings = ReadonlyMap<string, string>;

/**
 * Whether a formula holds along a trajectory, after EAI: a formula about one moment at any moment, the parts of `then` one after the
 * other. With `inTheEnd` the last part, or a formula about states alone, must hold in the last state.
 */
export function holdsAlong(
  formula: TemporalFormula,
  trajectory: Trajectory,
  { inTheEnd }: { readonly inTheEnd: boolean },
): boolean {
  const parts = formula.kind === 'then' ? formula.parts : [formula];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const used = prefixOf(part, trajectory, { from, bindings: new Map() });
    if (used === null) return false;
    const hasActions = primitivesIn(part).some(({ name }) => trajectory.isAction(name));
    if (isLast && inTheEnd && !hasActions) {
      return holdsAt(part, trajectory, { at: trajectory.length - 1, bindings: new Map() });
    }
    from += used;
  }
  return true;
}

/** The fewest states from `from` on by which a formula has come true; null where it does not. */
function prefixOf(
  formula: TemporalFormula,
  trajectory: Trajectory,
  { from, bindings }: { readonly from: number; readonly bindings: Bindings },
): number | null {
  if (formula.kind === 'then') {
    let used = from;
    for (const part of formula.parts) {
      const prefix = prefixOf(part, trajectory, { from: used, bindings });
      if (prefix === null) return null;
      used += prefix;
    }
    return trajectory.length - from;
  }
  if ((formula.kind === 'and' || formula.kind === 'or') && formula.parts.some((part) => part.kind === 'then')) {
    const prefixes = formula.parts.map((part) => prefixOf(part, trajectory, { from, bindings }));
    const found = prefixes.filter((prefix) => prefix !== null);
    if (formula.kind === 'or') return found.length === 0 ? null : Math.min(...found);
    return found.length < prefixes.length ? null : Math.max(...found);
  }
  for (let at = from; at < trajectory.length; at++) {
    if (holdsAt(formula, trajectory, { at, bindings })) return at - from + 1;
  }
  return null;
}

function holdsAt(
  formula: TemporalFormula,
  trajectory: Trajectory,
  { at, bindings }: { readonly at: number; readonly bindings: Bindings },
): boolean {
  const part = (each: TemporalFormula) => holdsAt(each, trajectory, { at, bindings });
  switch (formula.kind) {
    case 'primitive': {
      const args = formula.args.map((arg) => bindings.get(arg) ?? arg);
      if (!trajectory.isAction(formula.name)) return trajectory.holds(at, formula.name, args);
      const action = trajectory.action(at);
      return action?.name === formula.name && action.args.join() === args.join();
    }
    case 'not':
      return !part(formula.part);
    case 'exists':
    case 'forall': {
      const holds = (object: string) =>
        holdsAt(formula.part, trajectory, { at, bindings: new Map([...bindings, [formula.variable, object]]) });
      return formula.kind === 'exists' ? trajectory.objects.some(holds) : trajectory.objects.every(holds);
    }
    case 'or':
      return formula.parts.some(part);
    default:
      return formula.parts.every(part);
  }
}
