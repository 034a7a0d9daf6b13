import { z } from 'zod';
import { readLargeJson } from '../../../checked_json.ts';
import { graphSchema, graphWithin } from '../../scene/read_graph.ts';
import { type GraphScene, graphScene } from '../graph_scene.ts';

const documentSchema = z.object({ init_graph: graphSchema, final_graph: graphSchema });

export function dumpedDocument(init: string, final: string): string {
  const parts = (text: string) => {
    const { nodes, edges } = JSON.parse(text);
    return { nodes, edges };
  };
  return pythonJson({ init_graph: parts(init), final_graph: parts(final) });
}

export function scenesWithCare(document: string): Readonly<{ start: GraphScene; end: GraphScene }> {
  const file = readLargeJson(document, documentSchema, 'document.json');
  return {
    start: graphScene(graphWithin(file, file.value.init_graph, ['init_graph'])),
    end: graphScene(graphWithin(file, file.value.final_graph, ['final_graph'])),
  };
}

function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => pythonJson(each)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${pythonJson(each)}`);
  return `{${entries.join(', ')}}`;
}
