/**
 * A task's program and graphs in EAI's checkout: the scene as it begins, the recorded end, and what differs between them.
 *
 * @module
 */
import { z } from 'zod';
import { readLargeJson } from '../../../../envs/checked_json.ts';
import { graphSchema, graphWithin } from '../../../../envs/household/scene/read_graph.ts';
import { type DumpedScenes, dumpedScenes } from '../../../../envs/household/virtualhome/dumped_scenes.ts';
import { type GraphScene, graphScene } from '../../../../envs/household/virtualhome/graph_scene.ts';
import { readScriptText } from '../../../../envs/household/virtualhome/scripts/script_line.ts';
import type { EaiCheckout } from './eai_checkout.ts';
import { relevantIds } from './relevant_ids.ts';

const DATASET = 'dataset/programs_processed_precond_nograb_morepreconds';
const PLACE = 'TrimmedTestScene1_graph/results_intentions_march-13-18';

export type EaiScene = {
  readonly title: string;
  readonly description: string;
  /** The recorded program: `[WALK] <bedroom> (67)`. */
  readonly program: readonly string[];
  readonly start: GraphScene;
  readonly end: GraphScene;
  /** Ids of the objects that differ between start and end, or whose edges do, as EAI's Python iterates them. */
  readonly relevant: readonly number[];
};

const graphsSchema = z.object({ init_graph: graphSchema, final_graph: graphSchema });

/** Throws a CommandFailure or a JsonError that names the file. */
export function readEaiScene(checkout: EaiCheckout, id: string): EaiScene {
  const { title, description, steps } = readScriptText(
    checkout.text(`${DATASET}/executable_programs/${PLACE}/file${id}.txt`),
  );
  const { start, end } = readGraphs(checkout, `${DATASET}/init_and_final_graphs/${PLACE}/file${id}.json`);
  return {
    title,
    description,
    program: steps.map(({ text }) => text.replaceAll(/\(\d+\.(\d+)\)/g, '($1)')),
    start,
    end,
    relevant: relevantIds(start, end),
  };
}

/** Dumps have one form; whatever has another is read with care. */
function readGraphs(checkout: EaiCheckout, file: string): DumpedScenes {
  const dumped = dumpedScenes(checkout.bytes(file));
  if (dumped !== null) return dumped;
  const graphs = readLargeJson(checkout.text(file), graphsSchema, checkout.path(file));
  return {
    start: graphScene(graphWithin(graphs, graphs.value.init_graph, ['init_graph'])),
    end: graphScene(graphWithin(graphs, graphs.value.final_graph, ['final_graph'])),
  };
}
