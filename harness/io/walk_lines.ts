import { z } from 'zod';
import { type CheckedJson, JsonError, readLargeJson } from '../../envs/checked_json.ts';
import type { SimulatedStep, Simulator } from '../../envs/household/virtualhome/scripts/simulator.ts';
import { invalid } from './errors/failure.ts';

const walkSchema = z.object({ steps: z.array(z.string()) });

export function simulateLine(text: string, simulator: Simulator, source: LineSource): SimulatedStep[] {
  const { value, problem } = readJsonLine(text, walkSchema, source);
  simulator.reset();
  return value.steps.map((step, index) => {
    try {
      return simulator.step(step);
    } catch (cause) {
      if (!(cause instanceof Error && cause.name === 'ScriptLineError')) throw cause;
      const { column } = problem(['steps', index], '');
      const place = `line ${source.line}, column ${column}, field steps[${index}]`;
      throw invalid(`Cannot read "${source.path}", ${place}: ${cause.message}`, { cause });
    }
  });
}

export type LineSource = Readonly<{ path: string; line: number }>;

export function readJsonLine<T>(text: string, schema: z.ZodType<T>, source: LineSource): CheckedJson<T> {
  try {
    const { value, problem } = readLargeJson(text, schema, source.path);
    return { value, problem: (at, expected) => atPlace(problem(at, expected), source) };
  } catch (error) {
    throw error instanceof JsonError ? atPlace(error, source) : error;
  }
}

function atPlace({ column, field, expected, found }: JsonError, { path, line }: LineSource) {
  return new JsonError(path, { line, column, field }, expected, found);
}
