/** Test support: what is left of a FOON without its words, to tell whether two have been written one after the other. */
import type { Foon, FunctionalUnit, ObjectNode, ObjectState } from '../../foon/foon.ts';
import { fixedObject } from '../object_names.ts';

/** Objects as numbers in order of appearance, and the states of each: what is left of a unit without its words, in its order. */
export function unitStructure({ inputs, outputs }: FunctionalUnit): string {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): string => {
    const fixed = fixedObject(name);
    if (fixed !== undefined) return fixed;
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return `#${numbers.get(name)}`;
  };
  const state = (each: ObjectState): string => {
    if (each.kind === 'related') return `${each.label} ${numberOf(each.object)}`;
    return each.kind === 'contents' ? `${each.label} ${each.ingredients.length}` : 'state';
  };
  const side = (nodes: readonly ObjectNode[]) =>
    nodes.map(({ label, states }) => `${numberOf(label)}: ${states.map(state).join(', ')}`);
  return [...side(inputs), '->', ...side(outputs)].join('\n');
}

/** What is done to how many objects and what becomes of them, unit by unit, in whatever order a unit tells it. */
export function plot({ units }: Foon): string {
  const kinds = (nodes: readonly ObjectNode[]) =>
    nodes
      .map(({ states }) =>
        states
          .map(({ label }) => label)
          .sort()
          .join(', '),
      )
      .sort();
  return JSON.stringify(units.map(({ inputs, outputs }) => [kinds(inputs), kinds(outputs)]));
}
