/** A functional unit's PDDL goal (OLP, sections III-B and IV-A). */
import type { Fact } from '../../envs/tabletop/observation.ts';
import type { FunctionalUnit, ObjectState } from '../foon/foon.ts';

/** Ignores case, whitespace and a leading article. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ').replace(/^the /, '');
}

/** Never grounded (see README, "Grounding"). */
const FIXED = [
  ['hand', ['hand', 'robot', 'robot hand', "robot's hand", 'gripper']],
  ['table', ['table', 'table surface', 'tabletop', 'work surface']],
  ['air', ['air', 'nothing']],
] as const;

export function fixedObject(name: string): 'hand' | 'table' | 'air' | undefined {
  const key = nameKey(name);
  return FIXED.find(([, names]) => (names as readonly string[]).includes(key))?.[0];
}

/** `nameKey` of a name → block. */
export type Grounding = ReadonlyMap<string, string>;

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

export function givesPredicate(state: ObjectState): boolean {
  return state.kind === 'related' && predicates(state.label, 'object', fixedObject(state.object) ?? 'other').length > 0;
}

/** The relations of Figure 5; "on" or "in" nothing gives no fact. */
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

function objectOf(name: string, grounding: Grounding) {
  const object = fixedObject(name) ?? grounding.get(nameKey(name));
  if (object === undefined) throw new RangeError(`"${name}" is not grounded`);
  return object;
}
