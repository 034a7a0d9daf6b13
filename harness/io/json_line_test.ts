import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJsonLine } from './json_line.ts';

const schema = z.object({ at: z.array(z.number()) });
const source = { path: 'lines.jsonl', line: 7 };

describe('readJsonLine()', () => {
  it('gives the value, and errors of meaning with the line of the file', () => {
    const { value, problem } = readJsonLine('{"at": [1, 2]}', schema, source);
    expect(value).toEqual({ at: [1, 2] });
    expect(problem(['at', 1], 'an odd number')).toMatchObject({ line: 7, column: 12, field: 'at[1]', found: '2' });
  });

  it.each([
    ['{"at": [1, "2"]}', 12],
    ['{"at": [1', 10],
  ])('refuses %s with the line of the file', (text, column) => {
    const problem = { name: 'JsonError', path: 'lines.jsonl', line: 7, column };
    expect(() => readJsonLine(text, schema, source)).toThrow(expect.objectContaining(problem));
  });
});
