import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { character } from '../kit/arbitrary_reply.ts';
import { arbitraryText, repeated } from '../testing/arbitrary_text.ts';
import { jsonFailureText, readJson } from './read_json.ts';

const CHARACTERS_MAX = 1_100_000;

function read(text: string): unknown {
  const reading = readJson(text, CHARACTERS_MAX);
  if (!reading.ok) throw new Error(jsonFailureText(reading.failure));
  return reading.value;
}

function remarksOf(text: string): readonly string[] {
  return readJson(text, CHARACTERS_MAX).remarks;
}

function failureOf(text: string, charactersMax = CHARACTERS_MAX) {
  const reading = readJson(text, charactersMax);
  return reading.ok ? null : reading.failure;
}

describe('readJson() reads', () => {
  test('JSON, without a remark', () => {
    const text = '{"a": [1, -2.5e3, true, false, null, "x\\n\\u0041\\/"], "b": {}, "c": []}';
    expect(readJson(text, CHARACTERS_MAX)).toEqual({ ok: true, value: JSON.parse(text), line: 1, remarks: [] });
  });

  test('the first object, whatever stands around it', () => {
    expect(read('Sure! Here it is:\n```json\n{"a": 1}\n```\nAnd again: {"a": 2}')).toEqual({ a: 1 });
    expect(read('As in [1], see {below}: {"a": 1}')).toEqual({ a: 1 });
    expect(remarksOf('Sure: {"a": 1} Done.')).toEqual(['text before the JSON', 'text after the JSON']);
    expect(remarksOf('```json\n{"a": 1}\n```\n')).toEqual([]);
    expect(readJson('One.\nTwo.\n{"a": 1}', CHARACTERS_MAX)).toMatchObject({ line: 3 });
  });

  test.each<[string, unknown, string]>([
    ['{"a": [1, 2,], }', { a: [1, 2] }, 'a comma after the last element'],
    ["{'a': 'b'}", { a: 'b' }, 'single quotes'],
    ["{'a': 'the robot's hand', 'b': 'it'}", { a: "the robot's hand", b: 'it' }, 'single quotes'],
    ['{“a”: “b”, ‘c’: ‘d’}', { a: 'b', c: 'd' }, 'curly quotes'],
    ['{"a": "“b”"}', { a: '“b”' }, ''],
    ["{'a': True, 'b': [False, None]}", { a: true, b: [false, null] }, "Python's True, False or None"],
    ['{step: 1, all_objects: []}', { step: 1, all_objects: [] }, 'keys without quotes'],
    ['{ // one\n"a": 1, # two\n/* three } */ "b": 2}', { a: 1, b: 2 }, 'comments'],
    ['{"a": "b\nc\td"}', { a: 'b\nc\td' }, 'line breaks or control characters in a text'],
    ['{"a": "\\d \\u00g0"}', { a: '\\d \\u00g0' }, 'a backslash that escapes nothing'],
    ['{"a": 1, "a": 2}', { a: 2 }, 'a key appears twice: the last one counts'],
  ])('%s', (text, value, remark) => {
    expect(read(text)).toEqual(value);
    expect(remarksOf(text).join()).toContain(remark);
  });

  test('any key as an own property', () => {
    const value = read('{"__proto__": {"polluted": 1}, "constructor": 2, "toString": 3}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('texts as well-formed ones', () => expect(read('{"a": "\\ud800"}')).toEqual({ a: '\uFFFD' }));
});

describe('readJson() says what is wrong, and where', () => {
  test.each<[string, object]>([
    ['I cannot do that.', { kind: 'none', expected: 'a JSON object', found: '"I cannot do that."' }],
    ['', { kind: 'none', found: 'nothing' }],
    ['A {set} of {things}.', { kind: 'none' }],
    [
      '{"a": 1,\n "b": "c',
      { kind: 'cut_off', line: 2, column: 9, expected: '" to end the text that begins in line 2' },
    ],
    ['{"a"', { kind: 'cut_off', line: 1, column: 5, expected: '":" after the key' }],
    ['{"a": tru', { kind: 'cut_off', column: 7 }],
    ['```\n{"a": [1, 2\n```\nThat was it.', { kind: 'cut_off', line: 3, expected: '"," or "]"' }],
    ['{"a": 1 /* and', { kind: 'cut_off', expected: '"*/" to end a comment' }],
    ['{"a": [1, ...]}', { kind: 'malformed', column: 11, expected: 'a value', found: '"...]}"' }],
    ['{"a": [1}', { kind: 'malformed', column: 9 }],
    ['{"a": 01}', { kind: 'malformed', column: 7 }],
    ['{"a": 1e999}', { kind: 'malformed', column: 7, expected: 'a finite number' }],
    ['{"a": NaN}', { kind: 'malformed', expected: 'a value' }],
    ['{"a": process.exit()}', { kind: 'malformed', expected: 'a value' }],
  ])('%j', (text, failure) => expect(failureOf(text)).toMatchObject(failure));

  test('its bounds', () => {
    expect(failureOf(`{"a": ${'['.repeat(40)}`)).toMatchObject({ kind: 'too_much', column: 38 });
    expect(failureOf('{"a": 1}', 7)).toMatchObject({ kind: 'too_much', found: '8' });
  });

  test('the same place and words for the model', () => {
    const failure = failureOf('{"a": 1\n "b": 2}');
    expect(failure && jsonFailureText(failure)).toBe('line 2, column 2: expected "," or "}", found "\\"b\\": 2}"');
  });
});

describe('readJson() of anything', () => {
  test('that is JSON, gives what JSON.parse gives', () => {
    const spaced = fc.tuple(fc.jsonValue({ stringUnit: character }), fc.constantFrom(0, 1, '\t', 3));
    fc.assert(
      fc.property(spaced, ([value, indent]) => {
        const text = JSON.stringify({ value }, null, indent);
        const parsed = JSON.parse(text.replaceAll(/\\ud[89a-f]../g, '\\ufffd'));
        expect(readJson(text, CHARACTERS_MAX)).toEqual({ ok: true, value: parsed, line: 1, remarks: [] });
      }),
    );
  });

  test('that is not, gives a place in the text', () => {
    const text = arbitraryText('{¦}¦[¦]¦"¦\'¦“¦:¦,¦\\¦\n¦//¦/*¦#¦1¦-¦true¦a¦`¦```¦ ¦\u0000¦\uD800');
    fc.assert(
      fc.property(text, (text) => {
        const reading = readJson(text, CHARACTERS_MAX);
        if (reading.ok) {
          expect(JSON.parse(JSON.stringify(reading.value))).toEqual(reading.value);
          return;
        }
        const { line, column } = reading.failure;
        const lines = text.split('\n');
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
      }),
      { numRuns: 2000 },
    );
  });

  test('that is cut anywhere, says so', () => {
    const text = JSON.stringify({ all: ['a', { b: [true, null, 1.5] }], plan: { 'first block': 'on table' } });
    for (let length = 1; length < text.length; length++) {
      expect(failureOf(text.slice(0, length)), text.slice(0, length)).toMatchObject({ kind: 'cut_off' });
    }
  });

  test('of a million characters, ends', () => {
    const parts = '{¦[¦{"a":¦["¦"¦\'¦[\'a\' ¦{\n¦/*¦//¦#¦\\¦“ ¦{a ¦[1,¦` ¦{x} ';
    for (const text of repeated(parts, 1_000_000)) {
      for (const reply of [text, `{"a": ${text}`])
        expect(readJson(reply, CHARACTERS_MAX).ok, text.slice(0, 9)).toBe(false);
    }
  });
});
