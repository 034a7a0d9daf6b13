import { type CheckedJson, JsonError } from '../../../envs/checked_json.ts';
import type { Graph } from '../../../envs/household/scene/read_graph.ts';
import {
  type GraphDifferences,
  graphAfter,
  graphDifferences,
} from '../../../envs/household/virtualhome/graph_differences.ts';
import { type GraphScene, graphScene } from '../../../envs/household/virtualhome/graph_scene.ts';
import type { Defects } from '../../../envs/household/virtualhome/virtualhome_defects.ts';
import {
  type GraphStep,
  type ProgramRun,
  runProgram,
  VirtualHomeSimulator,
} from '../../../envs/household/virtualhome/virtualhome_simulator.ts';
import { invalid } from '../../io/errors/failure.ts';
import type { Program } from './read_programs.ts';

type ProgramResult = { readonly name: string } & ProgramRun &
  (GraphDifferences | Readonly<{ statesEqual: null; edgesEqual: null; differences: null }>);

const NOT_COMPARED = { statesEqual: null, edgesEqual: null, differences: null };

/** Throws a CommandFailure before any step. */
export function simulateProgram({ name, steps, graph, recorded }: Program, defects: Defects) {
  const scene = sceneOf(graph, name);
  const recordedScene = recorded === null ? null : sceneOf(recorded, name);
  const simulator = new VirtualHomeSimulator(scene, defects, { names: 'ignored' });
  const graphSteps = steps.map(({ text, place }): GraphStep => {
    try {
      return simulator.read(text);
    } catch (cause) {
      if (!(cause instanceof Error && cause.name === 'ScriptLineError')) throw cause;
      throw invalid(`Cannot read ${place}: ${cause.message}`, { cause });
    }
  });
  const run = runProgram(simulator, graphSteps);
  const comparison = recordedScene === null ? NOT_COMPARED : graphDifferences(simulator.state, recordedScene);
  const result: ProgramResult = { name, ...run, ...comparison };
  return { result, graphAfter: () => graphAfter(simulator.state, graph.value) };
}

function sceneOf(graph: CheckedJson<Graph>, name: string): GraphScene {
  try {
    return graphScene(graph);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw invalid(`${cause.message}, program ${JSON.stringify(name)}`, { cause });
  }
}
