/**
 * A FOON as one bipartite graph: what a unit needs, and an earlier one made or needed, is the same node.
 *
 * Follows Paulius et al. 2016, where equal objects are one node, except that what a unit makes is always a new node: a knife that comes out as it went
 * in would make a circle, and a drawing in layers has none.
 */
import type { Foon, FunctionalUnit, MotionNode, ObjectNode } from '../../../planners/foon/foon.ts';
import { type FoonLevel, objectKey } from '../../../planners/foon/unit_key.ts';

export type GraphNode =
  | { readonly kind: 'object'; readonly object: ObjectNode; readonly isGoal: boolean }
  /** `step` counts units from 1. */
  | { readonly kind: 'motion'; readonly motion: MotionNode; readonly step: number };

/** From one node's index to another's. */
export type GraphEdge = { readonly from: number; readonly to: number; readonly inMotion: boolean };

/** Every edge goes from an earlier node to a later one, or from an object to a motion; so there are no circles. */
export type FoonGraph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };

/** Objects are the same node when they are equal at `level`. */
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
      // Two equal inputs of one unit are two things.
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
