/** From a functional unit to the goal of a PDDL problem (OLP, sections III-B and IV-A). */
import type { Fact } from '../../envs/tabletop/observation.ts';
import type { FunctionalUnit, ObjectState } from '../foon/foon.ts';
import { fixedObject, type Grounding, nameKey } from './object_names.ts';

/** An empty hand, and the unit's effects that are relations, each once. Every name must be grounded. */
export function subgoal({ outputs }: FunctionalUnit, grounding: Grounding): Fact[] {
  const facts: Fact[] = [['in', 'hand', 'air']];
  for (const { label, states } of outputs) {
    if (fixedObject(label) !== undefined) continue;
    const object = objectOf(label, grounding);
    for (const state of states) {
      if (state.kind === 'related') facts.push(...predicates(state.label, object, objectOf(state.object, grounding)));
    }
  }
  const unique = new Map(facts.map((fact) => [fact.join(' '), fact]));
  return [...unique.values()];
}

/** Whether a state becomes a predicate: `on nothing` and `whole` do not. */
export function saysSomething(state: ObjectState): boolean {
  return state.kind === 'related' && predicates(state.label, 'object', fixedObject(state.object) ?? 'other').length > 0;
}

/** What `relation other` says of an object. Relations are those of Figure 5; that something is on or in nothing says nothing. */
function predicates(relation: string, object: string, other: string): Fact[] {
  if (relation === 'under') return other === 'air' ? [['on', object, 'air']] : [['under', other, object]];
  if (other === 'air') return [];
  if (relation === 'on') {
    return [
      ['on', other, object],
      ['under', object, other],
    ];
  }
  return relation === 'in' ? [['in', other, object]] : [];
}

function objectOf(name: string, grounding: Grounding): string {
  const object = fixedObject(name) ?? grounding.get(nameKey(name));
  if (object === undefined) throw new RangeError(`"${name}" is not grounded`);
  return object;
}
