/**
 * Keys that two objects, or two functional units, share exactly when they are the same at a level of abstraction.
 *
 * Follows the hierarchy of Paulius et al. 2016 and 2018: at level 1 an object is its label; at level 2 its label and states, with
 * the objects these relate to; at level 3 its ingredients, too. Identifiers, times, performers, motion flags and goal marks do
 * not matter at any level. Order never matters. States and ingredients are sets; the objects of a unit are counted, since
 * two eggs are not one egg. So what is equal at a level is equal at every lower one.
 */
import type { FunctionalUnit, ObjectNode, ObjectState } from './foon.ts';

export type FoonLevel = 1 | 2 | 3;

export function objectKey(node: ObjectNode, level: FoonLevel): string {
  if (level === 1) return JSON.stringify([node.label]);
  const states = sortedSet(node.states.map(stateKey));
  if (level === 2) return JSON.stringify([node.label, states]);
  const ingredients = node.states.flatMap((state) => (state.kind === 'contents' ? state.ingredients : []));
  return JSON.stringify([node.label, states, sortedSet(ingredients)]);
}

export function unitKey({ inputs, motion, outputs }: FunctionalUnit, level: FoonLevel): string {
  const side = (nodes: readonly ObjectNode[]) => nodes.map((node) => objectKey(node, level)).sort();
  return JSON.stringify([side(inputs), motion.label, side(outputs)]);
}

function stateKey(state: ObjectState): string {
  return JSON.stringify(state.kind === 'related' ? [state.label, state.object] : [state.label]);
}

/** Sorted by code units, the same everywhere. */
function sortedSet(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
