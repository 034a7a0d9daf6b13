import type { ObjectClass } from '../world.ts';
import type { PaperRule } from './rules/rule.ts';
import { PAPER_RULES } from './rules/rules.ts';
import { CLASSES, isSeenCategory, type ThingClass } from './scene/class_table.ts';
import type { HouseholdState } from './state/household_state.ts';

const LASTING: readonly string[] = ['can_open', 'container', 'grabbable', 'has_switch', 'surface'];

/** Sorted by name. A house or task may override single things. */
export const OBJECT_CLASSES: readonly ObjectClass[] = [...CLASSES]
  .map(([name, thing]) => ({ class: name, kind: thing.category, actions: actionsOn(thing), notes: notesOn(thing) }))
  .sort((a, b) => (a.class < b.class ? -1 : 1));

function actionsOn({ category, properties }: ThingClass): string[] {
  if (category !== 'Rooms' && !isSeenCategory(category)) return [];
  const state = { has: (_: number, property: string) => properties.includes(property) } as unknown as HouseholdState;
  const allows = ({ arity, preconditions }: PaperRule) =>
    arity > 0 &&
    preconditions
      .filter(({ argument, condition }) => argument === arity - 1 && LASTING.includes(condition.name))
      .every(({ condition }) => condition.holds(state, 0));
  return [...PAPER_RULES.values()].filter(allows).map(({ verb }) => verb);
}

function notesOn({ category, capacity, requiresClosed, heats, toasts }: ThingClass): string[] {
  return [
    ...(category === 'Rooms' || isSeenCategory(category) ? [] : ['never seen']),
    ...(capacity === undefined ? [] : [`holds ${capacity}`]),
    ...(requiresClosed === true ? ['runs closed'] : []),
    ...(heats === true ? ['heats what is in it'] : []),
    ...(toasts === true ? ['toasts what is in it'] : []),
  ];
}
