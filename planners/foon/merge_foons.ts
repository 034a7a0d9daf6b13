/** Paulius et al. 2016; a single network also loses its duplicates. */
import type { Foon, FunctionalUnit, NonEmpty, ObjectNode } from './foon.ts';
import { type FoonLevel, objectKey, unitKey } from './unit_key.ts';

/** Keeps the first of equal units and each source once; a goal in any is a goal. */
export function mergeFoons(foons: readonly Foon[], level: FoonLevel): Foon {
  const units = new Map<string, FunctionalUnit>();
  for (const unit of foons.flatMap((foon) => foon.units)) {
    const key = unitKey(unit, level);
    const first = units.get(key);
    const merged = first && {
      ...first,
      inputs: markGoals(first.inputs, unit.inputs, level),
      outputs: markGoals(first.outputs, unit.outputs, level),
    };
    units.set(key, merged ?? unit);
  }
  const sources = [...new Set(foons.flatMap((foon) => foon.sources))];
  return { sources, units: [...units.values()] };
}

function markGoals(nodes: NonEmpty<ObjectNode>, others: readonly ObjectNode[], level: FoonLevel): NonEmpty<ObjectNode> {
  const goals = new Set(others.filter((node) => node.isGoal).map((node) => objectKey(node, level)));
  const mark = (node: ObjectNode) => (goals.has(objectKey(node, level)) ? { ...node, isGoal: true } : node);
  const [head, ...tail] = nodes;
  return [mark(head), ...tail.map(mark)];
}
