/** Equal objects are one node (Paulius et al. 2016), except for outputs, to avoid cycles. */
import type { Foon, FunctionalUnit, MotionNode, ObjectNode } from '../../../planners/foon/foon.ts';
import { type FoonLevel, objectKey } from '../../../planners/foon/unit_key.ts';

export type GraphNode =
  | Readonly<{ kind: 'object'; object: ObjectNode; isGoal: boolean }>
  | Readonly<{ kind: 'motion'; motion: MotionNode; step: number }>;

export type GraphEdge = Readonly<{ from: number; to: number; inMotion: boolean }>;

export type FoonGraph = Readonly<{ nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }>;

export function foonGraph(foon: Foon, level: FoonLevel): FoonGraph {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const latest = new Map<string, number>();
  const addObject = (object: ObjectNode) => {
    latest.set(objectKey(object, level), nodes.length);
    return nodes.push({ kind: 'object', object, isGoal: object.isGoal }) - 1;
  };
  const inputsOf = ({ inputs }: FunctionalUnit) => {
    const used = new Set<number>();
    return inputs.map((object) => {
      const known = latest.get(objectKey(object, level));
      // Equal inputs of one unit are different things.
      const index = known === undefined || used.has(known) ? addObject(object) : known;
      const node = nodes[index];
      if (object.isGoal && node?.kind === 'object') nodes[index] = { ...node, isGoal: true };
      used.add(index);
      return { index, inMotion: object.inMotion };
    });
  };
  for (const [unitIndex, unit] of foon.units.entries()) {
    const inputs = inputsOf(unit);
    const motion = nodes.push({ kind: 'motion', motion: unit.motion, step: unitIndex + 1 }) - 1;
    for (const { index, inMotion } of inputs) edges.push({ from: index, to: motion, inMotion });
    for (const object of unit.outputs) edges.push({ from: motion, to: addObject(object), inMotion: object.inMotion });
  }
  return { nodes, edges };
}
