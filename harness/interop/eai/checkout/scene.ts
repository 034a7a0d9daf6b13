import { z } from 'zod';
import { readLargeJson } from '../../../../envs/checked_json.ts';
import { graphSchema, graphWithin } from '../../../../envs/household/scene/read_graph.ts';
import { type DumpedScenes, dumpedScenes } from '../../../../envs/household/virtualhome/dumped_scenes.ts';
import {
  EdgeSet,
  type GraphScene,
  graphScene,
  RELATION_NUMBERS,
  RELATIONS,
  type SceneNode,
} from '../../../../envs/household/virtualhome/graph_scene.ts';
import { readScriptText } from '../../../../envs/household/virtualhome/scripts/script_line.ts';
import type { EaiCheckout } from './checkout.ts';
import { IntSet } from './int_set.ts';

const DATASET = 'dataset/programs_processed_precond_nograb_morepreconds';
const PLACE = 'TrimmedTestScene1_graph/results_intentions_march-13-18';

export type EaiScene = ReturnType<typeof readEaiScene>;

const graphsSchema = z.object({ init_graph: graphSchema, final_graph: graphSchema });

/** Lines of `program` read `[WALK] <bedroom> (67)`. */
export function readEaiScene(checkout: EaiCheckout, id: string) {
  const { title, description, steps } = readScriptText(
    checkout.text(`${DATASET}/executable_programs/${PLACE}/file${id}.txt`),
  );
  const program = steps.map(({ text }) => text.replaceAll(/\(\d+\.(\d+)\)/g, '($1)'));
  const { start, end } = readGraphs(checkout, `${DATASET}/init_and_final_graphs/${PLACE}/file${id}.json`);
  return { title, description, program, start, end, relevant: relevantIds(start, end) };
}

function readGraphs(checkout: EaiCheckout, file: string): DumpedScenes {
  const dumped = dumpedScenes(checkout.bytes(file));
  if (dumped !== null) return dumped;
  const graphs = readLargeJson(checkout.text(file), graphsSchema, checkout.path(file));
  return {
    start: graphScene(graphWithin(graphs, graphs.value.init_graph, ['init_graph'])),
    end: graphScene(graphWithin(graphs, graphs.value.final_graph, ['final_graph'])),
  };
}

/** In the order of EAI's sets. */
function relevantIds(start: GraphScene, end: GraphScene): number[] {
  const ids = new Set([...start.indexOf.keys(), ...end.indexOf.keys()]);
  const nodeIn = ({ nodes, indexOf }: GraphScene, id: number) => nodes[indexOf.get(id) ?? -1];
  const ofNodes = new IntSet();
  for (const id of ids) if (!areAlike(nodeIn(start, id), nodeIn(end, id))) ofNodes.add(id);
  const ofEdges = new IntSet();
  for (const id of [...edgesWithout(start, end), ...edgesWithout(end, start)].flat()) ofEdges.add(id);
  return [...ofNodes.union(ofEdges.minus(ofNodes))];
}

function areAlike(one: SceneNode | undefined, other: SceneNode | undefined): boolean {
  if (one === undefined || other === undefined || one.className !== other.className) return false;
  const words = ({ properties, states }: SceneNode) => [properties, states].map((list) => list.toSorted().join('\n'));
  return words(one).join('\t') === words(other).join('\t');
}

function edgesWithout(scene: GraphScene, other: GraphScene): [from: number, to: number][] {
  const otherEdges = new EdgeSet(other.nodes.length, RELATIONS.length);
  for (const [from, relation, to] of other.edges) otherEdges.add(from, RELATION_NUMBERS[relation], to);
  const inOther = scene.nodes.map(({ id }) => other.indexOf.get(id) ?? -1);
  return scene.edges
    .filter(([from, relation, to]) => {
      const [a, b] = [inOther[from]!, inOther[to]!];
      return a < 0 || b < 0 || !otherEdges.has(a, RELATION_NUMBERS[relation], b);
    })
    .map(([from, , to]) => [scene.nodes[from]!.id, scene.nodes[to]!.id]);
}
