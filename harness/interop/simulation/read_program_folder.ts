/**
 * Programs in the layout of VirtualHome's own dataset: `executable_programs/…/file27_2.txt` beside
 * `init_and_final_graphs/…/file27_2.json` with `{"init_graph", "final_graph"}`.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { JsonError, readLargeJson } from '../../../envs/checked_json.ts';
import { graphSchema, graphWithin } from '../../../envs/household/scene/read_graph.ts';
import { readScriptText } from '../../../envs/household/virtualhome/scripts/script_line.ts';
import { invalid } from '../../io/errors/failure.ts';
import { readPackedText } from '../../io/read_packed.ts';
import { unreadable } from '../../io/read_text.ts';
import type { Program } from './program.ts';

const SCRIPTS = 'executable_programs';
const GRAPHS = 'init_and_final_graphs';
const SCRIPT_BYTES_MAX = 2 ** 20;
const GRAPHS_BYTES_MAX = 96 * 2 ** 20;

const graphsSchema = z.object({ init_graph: graphSchema, final_graph: graphSchema.nullish() });

/**
 * The programs below a folder, in the order of their names, which are their paths without the ending. Throws a CommandFailure where
 * there are none, and where a program has no graphs.
 */
export function programNames(folder: string): string[] {
  const names = namesBelow(folder, SCRIPTS, '.txt');
  const graphs = new Set(namesBelow(folder, GRAPHS, '.json'));
  if (names.length === 0) {
    throw invalid(`Cannot read "${folder}": there is no program in "${SCRIPTS}" (files that end in .txt)`);
  }
  const lost = names.find((name) => !graphs.has(name));
  if (lost === undefined) return names;
  const expected = join(folder, GRAPHS, `${lost}.json`);
  throw invalid(`Cannot read "${expected}": there is no such file; it is to hold the graphs of ${lost}.txt`);
}

function namesBelow(folder: string, part: string, ending: string): string[] {
  const place = join(folder, part);
  if (!existsSync(place)) {
    throw invalid(`Cannot read "${place}": there is no such folder; a dataset has ${SCRIPTS} and ${GRAPHS}`);
  }
  try {
    return readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length).replaceAll(sep, '/'))
      .sort();
  } catch (cause) {
    throw unreadable(place, cause);
  }
}

/** Throws a CommandFailure that names the file. */
export function readProgramOf(folder: string, name: string): Program {
  const script = join(folder, SCRIPTS, `${name}.txt`);
  const graphs = join(folder, GRAPHS, `${name}.json`);
  const { steps } = readScriptText(readPackedText(script, SCRIPT_BYTES_MAX));
  try {
    const file = readLargeJson(readPackedText(graphs, GRAPHS_BYTES_MAX), graphsSchema, graphs);
    const { init_graph, final_graph } = file.value;
    return {
      name,
      steps: steps.map(({ line, text }) => ({ text, place: `"${script}", line ${line}` })),
      graph: graphWithin(file, init_graph, ['init_graph']),
      recorded: final_graph ? graphWithin(file, final_graph, ['final_graph']) : null,
    };
  } catch (error) {
    throw error instanceof JsonError ? invalid(error.message, { cause: error }) : error;
  }
}
