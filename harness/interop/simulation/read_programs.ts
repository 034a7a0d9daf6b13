import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { type CheckedJson, JsonError, parsedJson, readLargeJson } from '../../../envs/checked_json.ts';
import { type Graph, graphSchema, graphWithin } from '../../../envs/household/scene/read_graph.ts';
import { readScriptText } from '../../../envs/household/virtualhome/scripts/script_line.ts';
import { type CommandFailure, invalid } from '../../io/errors/failure.ts';
import { readPackedLines, readPackedText } from '../../io/read_packed.ts';
import { unreadable } from '../../io/read_text.ts';
import { type LineSource, readJsonLine } from '../../io/walk_lines.ts';

export type Program = Readonly<{
  name: string;
  steps: readonly ProgramStep[];
  graph: CheckedJson<Graph>;
  recorded: CheckedJson<Graph> | null;
}>;

type ProgramStep = Readonly<{ text: string; place: string }>;

const LINE_CHARACTERS_MAX = 32 * 1024 * 1024;

/** JSON Lines, plain or gzip, or a dataset's folder. */
export async function* readPrograms(path: string): AsyncGenerator<Program> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    for (const name of programNames(path)) yield readProgramOf(path, name);
    return;
  }
  let line = 0;
  for await (const text of readPackedLines(path, LINE_CHARACTERS_MAX))
    yield readProgramLine(text, { path, line: ++line });
}

const graphsSchema = z.object({ init_graph: graphSchema, final_graph: graphSchema.nullish() });
const programSchema = z.object({
  name: z.string().min(1).max(1000),
  script: z.string().optional(),
  steps: z.array(z.string()).optional(),
  ...graphsSchema.shape,
});

function graphsOf(file: CheckedJson<z.infer<typeof graphsSchema>>): Pick<Program, 'graph' | 'recorded'> {
  const { init_graph, final_graph } = file.value;
  const graph = graphWithin(file, init_graph, ['init_graph']);
  return { graph, recorded: final_graph ? graphWithin(file, final_graph, ['final_graph']) : null };
}

export function readProgramLine(text: string, source: LineSource): Program {
  try {
    const line = readJsonLine(text, programSchema, source);
    return { name: line.value.name, steps: stepsOf(line, source), ...graphsOf(line) };
  } catch (error) {
    throw error instanceof JsonError ? withProgram(error, text) : error;
  }
}

function stepsOf({ value, problem }: CheckedJson<z.infer<typeof programSchema>>, source: LineSource): ProgramStep[] {
  const { name, script, steps } = value;
  if ((script === undefined) === (steps === undefined)) throw problem([], 'either "script" or "steps"');
  const placeOf = (key: 'script' | 'steps', rest: string) =>
    `"${source.path}", line ${source.line}, field ${key}${rest}, program ${JSON.stringify(name)}`;
  if (steps !== undefined) return steps.map((text, index) => ({ text, place: placeOf('steps', `[${index}]`) }));
  const lines = readScriptText(script as string).steps;
  return lines.map(({ line, text }) => ({ text, place: placeOf('script', ` (line ${line})`) }));
}

function withProgram(cause: JsonError, text: string): CommandFailure {
  const name = (parsedJson(text) as { name?: unknown } | null | undefined)?.name;
  const program = typeof name === 'string' ? `, program ${JSON.stringify(name.slice(0, 200))}` : '';
  return invalid(`${cause.message}${program}`, { cause });
}

const SCRIPTS = 'executable_programs';
const GRAPHS = 'init_and_final_graphs';
const SCRIPT_BYTES_MAX = 2 ** 20;
const GRAPHS_BYTES_MAX = 96 * 2 ** 20;

/** Relative paths without extension. */
export function programNames(folder: string): string[] {
  const names = namesBelow(folder, SCRIPTS, '.txt');
  const graphs = new Set(namesBelow(folder, GRAPHS, '.json'));
  if (names.length === 0) throw invalid(`Cannot read "${folder}": "${SCRIPTS}" contains no .txt file`);
  const orphan = names.find((name) => !graphs.has(name));
  if (orphan === undefined) return names;
  const path = join(folder, GRAPHS, `${orphan}.json`);
  throw invalid(`Cannot read "${path}": there is no such file; it must contain the graphs of ${orphan}.txt`);
}

function namesBelow(folder: string, part: string, extension: string): string[] {
  const place = join(folder, part);
  if (!existsSync(place)) {
    throw invalid(`Cannot read "${place}": there is no such folder; a dataset contains ${SCRIPTS} and ${GRAPHS}`);
  }
  try {
    return readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(extension))
      .map((file) => file.slice(0, -extension.length).replaceAll(sep, '/'))
      .sort();
  } catch (cause) {
    throw unreadable(place, cause);
  }
}

export function readProgramOf(folder: string, name: string): Program {
  const script = join(folder, SCRIPTS, `${name}.txt`);
  const graphs = join(folder, GRAPHS, `${name}.json`);
  const { steps } = readScriptText(readPackedText(script, SCRIPT_BYTES_MAX));
  try {
    const file = readLargeJson(readPackedText(graphs, GRAPHS_BYTES_MAX), graphsSchema, graphs);
    const placedSteps = steps.map(({ line, text }) => ({ text, place: `"${script}", line ${line}` }));
    return { name, steps: placedSteps, ...graphsOf(file) };
  } catch (error) {
    throw error instanceof JsonError ? invalid(error.message, { cause: error }) : error;
  }
}
