import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JsonError, readCheckedJson } from './checked_json.ts';

const schema = z.strictObject({
  name: z.string(),
  things: z.array(z.strictObject({ is: z.string().regex(/^[a-z]+$/), on: z.string().optional() })).optional(),
  shape: z
    .union([z.strictObject({ circle: z.number().positive() }), z.strictObject({ box: z.tuple([z.number()]) })], {
      error: 'a circle or a box',
    })
    .optional(),
  level: z.enum(['simple', 'hard']).optional(),
  counts: z.record(z.string(), z.number().int().max(9)).optional(),
});

function errorOf(text: string): JsonError {
  try {
    readCheckedJson(text, schema, 'a.json');
  } catch (error) {
    if (error instanceof JsonError) return error;
  }
  throw new Error('expected a JsonError');
}

const THING = '{"name": "a", "things": [{"is": "mug"}]}';

describe('readCheckedJson()', () => {
  it('takes no note of where a document says its JSON Schema lies', () => {
    const { value, problem } = readCheckedJson('{\n"$schema": "x.json",\n"name": "a"}', schema, 'a.json');
    expect(value).toEqual({ name: 'a' });
    expect(problem(['name'], 'another').line).toBe(3);
    expect(errorOf('{"$schema": 1, "name": "a"}').found).toBe('the key "$schema"');
    expect(errorOf('{"name": "a", "things": [{"$schema": "x", "is": "mug"}]}').found).toBe('the key "$schema"');
  });

  it.each([
    '{"name": "a", "things": [{"is": "mug"}], "counts": {"constructor": 1, "toString": 2}}',
    JSON.stringify({ name: `${'['.repeat(100)}"\\` }),
  ])('gives the value of %s, which fits the schema', (text) => {
    expect(readCheckedJson(text, schema, 'a.json').value).toEqual(JSON.parse(text));
  });

  const ONCE = 'a unique key that is not "__proto__"';

  it.each([
    ['a syntax error', '{"name": "a",\n "things": [}', '2:13', '', 'JSON (value expected)', '}'],
    ['nothing', '', '1:1', '', 'JSON (value expected)', 'the end of the text'],
    ['a comment', '{\n// hi\n"name": "a"}', '2:1', '', 'JSON (invalid comment token)', '// hi "name": "a"}'],
    ['a trailing comma', '{"name": "a",}', '1:14', '', 'JSON (property name expected)', '}'],
    ['more after the end', '{"name": "a"} 7', '1:15', '', 'JSON (end of file expected)', '7'],
    ['a key twice', '{"name": "a",\n "name": "b"}', '2:2', '', ONCE, 'the key "name"'],
    ['a prototype', '{"__proto__": {}}', '1:2', '', ONCE, 'the key "__proto__"'],
    ['a wrong type', '{"name": 7}', '1:10', 'name', 'a string', '7'],
    ['a wrong root', '[]', '1:1', '', 'an object', '[]'],
    ['a missing key', '{"things": []}', '1:1', 'name', 'a string', 'nothing'],
    ['an unknown key', THING.replace('}', ',\n"on2": 1}'), '2:1', 'things[0]', 'only the keys is, on', 'the key "on2"'],
    ['a wrong form', THING.replace('mug', 'B'), '1:33', 'things[0].is', 'text of the form /^[a-z]+$/', '"B"'],
    ['an unknown word', '{"name": "a", "level": "easy"}', '1:24', 'level', '"simple" or "hard"', '"easy"'],
    ['a number too big', '{"name": "a", "counts": {"a b": 10}}', '1:33', 'counts["a b"]', 'at most 9 (number)', '10'],
    ['a union', '{"name": "a", "shape": {"circle": -1}}', '1:35', 'shape.circle', 'more than 0 (number)', '-1'],
    ['no branch', '{"name": "a", "shape": {"ring": 1}}', '1:24', 'shape', 'a circle or a box', '{"ring": 1}'],
    ['no end', `{"name": ${'['.repeat(100_000)}`, '1:73', '', 'at most 64 levels of nesting', expect.anything()],
  ])('says where, what was expected and what was found, given %s', (_, text, place, field, expected, found) => {
    const error = errorOf(text);
    const [line, column] = place.split(':').map(Number);
    expect({ ...error }).toEqual({ name: 'JsonError', path: 'a.json', line, column, field, expected, found });
    const where = `line ${line}, column ${column}${field === '' ? '' : `, field ${field}`}`;
    expect(error.message).toBe(`Cannot read "a.json", ${where}: expected ${expected}, found ${error.found}`);
  });

  it('clips what was found, and refuses a long text and deep nesting behind closers that nobody opened', () => {
    expect(errorOf(`{"name": [${'1, '.repeat(50)}1]}`).found).toMatch(/^\[1, 1.{50,60}…$/);
    expect(errorOf(' '.repeat(32 * 1024 * 1024 + 1)).expected).toBe('at most 33554432 characters');
    expect(errorOf(`[}${'}'.repeat(200_000)},${'['.repeat(200_000)}`)).toBeInstanceOf(JsonError);
  });

  it('gives a value or a JsonError with a place in the text, for any text', () => {
    const json = fc.json();
    const cut = json.map((text) => text.slice(1));
    fc.assert(
      fc.property(fc.oneof(fc.string(), json, cut), (text) => {
        try {
          readCheckedJson(text, schema, 'a.json');
        } catch (error) {
          if (!(error instanceof JsonError)) throw error;
          const lines = text.split('\n');
          expect(error.line).toBeLessThanOrEqual(lines.length);
          expect(error.column).toBeLessThanOrEqual((lines[error.line - 1] ?? '').length + 1);
        }
      }),
    );
  });
});

it.each([
  [['things', 0, 'on'], 'line 3, column 8, field things[0].on', '"desk"'],
  [['things', 7], 'line 2, column 12, field things[7]', 'nothing'],
])('problem() points at a value of the right form, or at the parent of a missing one: %o', (at, where, found) => {
  const { problem } = readCheckedJson('{"name": "a",\n "things": [{"is": "mug",\n "on": "desk"}]}', schema, 'b.json');
  expect(problem(at, 'a lamp').message).toBe(`Cannot read "b.json", ${where}: expected a lamp, found ${found}`);
});

it('problem() says where each of 100,000 lines is without reading those above it each time', () => {
  const lines = Array.from({ length: 100_000 }, () => '{"is": "mug"}');
  const text = `{"name": "a", "things": [\n${lines.join(',\n')}]}`;
  const { problem } = readCheckedJson(text, schema, 'a.json');
  const places = lines.map((_, index) => problem(['things', index, 'is'], 'a thing').line);
  expect(places).toEqual(lines.map((_, index) => index + 2));
});
