/**
 * One network out of several, without the functional units that it would have twice.
 *
 * Follows the merging of subgraphs in Paulius et al. 2016; a network alone is merged with nothing, so its own doubles go.
 */
import type { Foon, FunctionalUnit, NonEmpty, ObjectNode } from './foon.ts';
import { type FoonLevel, objectKey, unitKey } from './unit_key.ts';

/**
 * The units of all networks in order. Of those that are equal at `level` the first one stays; its outputs are goals when they
 * are goals in any of them. Sources are kept once each.
 */
export function mergeFoons(foons: readonly Foon[], level: FoonLevel): Foon {
  const units = new Map<string, FunctionalUnit>();
  for (const unit of foons.flatMap((foon) => foon.units)) {
    const key = unitKey(unit, level);
    const first = units.get(key);
    units.set(key, first === undefined ? unit : withGoalsOf(first, unit, level));
  }
  const sources = [...new Set(foons.flatMap((foon) => foon.sources))];
  return { sources, units: [...units.values()] };
}

function withGoalsOf(first: FunctionalUnit, second: FunctionalUnit, level: FoonLevel): FunctionalUnit {
  const merged = {
    inputs: marked(first.inputs, second.inputs, level),
    outputs: marked(first.outputs, second.outputs, level),
  };
  return { ...first, ...merged };
}

function marked(nodes: NonEmpty<ObjectNode>, others: readonly ObjectNode[], level: FoonLevel): NonEmpty<ObjectNode> {
  const goals = new Set(others.filter((node) => node.isGoal).map((node) => objectKey(node, level)));
  const mark = (node: ObjectNode) => (goals.has(objectKey(node, level)) ? { ...node, isGoal: true } : node);
  const [head, ...tail] = nodes;
  return [mark(head), ...tail.map(mark)];
}
