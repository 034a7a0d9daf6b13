import type { z } from 'zod';
import { type CheckedJson, JsonError, readLargeJson } from '../../envs/checked_json.ts';

export type LineSource = Readonly<{ path: string; line: number }>;

/** Throws a JsonError with file, line and column. */
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
