/**
 * Programs as JSON Lines: `{"name", "script" or "steps", "init_graph", "final_graph"}` each.
 *
 * `script` is a text as released, with title and description; `steps` are script lines alone. `final_graph` may be missing.
 *
 * @module
 */
import { z } from 'zod';
import { type CheckedJson, JsonError } from '../../../envs/checked_json.ts';
import { graphSchema, graphWithin } from '../../../envs/household/scene/read_graph.ts';
import { readScriptText } from '../../../envs/household/virtualhome/scripts/script_line.ts';
import { type CommandFailure, invalid } from '../../io/errors/failure.ts';
import { type LineSource, readJsonLine } from '../../io/json_line.ts';
import type { Program, ProgramStep } from './program.ts';

const programSchema = z.object({
  name: z.string().min(1).max(1000),
  script: z.string().optional(),
  steps: z.array(z.string()).optional(),
  init_graph: graphSchema,
  final_graph: graphSchema.nullish(),
});

/** Throws a CommandFailure with file, line and, where the line has one, the program's name. */
export function readProgramLine(text: string, source: LineSource): Program {
  try {
    const line = readJsonLine(text, programSchema, source);
    const { name, init_graph, final_graph } = line.value;
    return {
      name,
      steps: stepsOf(line, source),
      graph: graphWithin(line, init_graph, ['init_graph']),
      recorded: final_graph ? graphWithin(line, final_graph, ['final_graph']) : null,
    };
  } catch (error) {
    throw error instanceof JsonError ? naming(error, text) : error;
  }
}

function stepsOf({ value, problem }: CheckedJson<z.infer<typeof programSchema>>, source: LineSource): ProgramStep[] {
  const { name, script, steps } = value;
  if ((script === undefined) === (steps === undefined)) throw problem([], 'either "script" or "steps"');
  const placeOf = (key: 'script' | 'steps', rest: string) =>
    `"${source.path}", line ${source.line}, field ${key}${rest}, program ${JSON.stringify(name)}`;
  if (steps !== undefined) {
    return steps.map((step, index) => ({ text: step, place: placeOf('steps', `[${index}]`) }));
  }
  return readScriptText(script as string).steps.map(({ line, text }) => ({
    text,
    place: placeOf('script', `, line ${line} of it`),
  }));
}

function naming(cause: JsonError, text: string): CommandFailure {
  const name = nameIn(text);
  return invalid(name === null ? cause.message : `${cause.message}, program ${JSON.stringify(name)}`, {
    cause,
  });
}

/** What a line that cannot be used is called. */
function nameIn(text: string): string | null {
  try {
    const name: unknown = JSON.parse(text)?.name;
    return typeof name === 'string' ? name.slice(0, 200) : null;
  } catch {
    return null;
  }
}
