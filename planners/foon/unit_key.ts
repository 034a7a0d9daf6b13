/** Levels of Paulius et al. 2016 and 2018. States and ingredients are sets; objects are counted: two eggs are not one. */
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

function sortedSet(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
