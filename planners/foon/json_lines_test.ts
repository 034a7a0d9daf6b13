import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoonError } from './foon_error.ts';
import { readLinedJson } from './json_lines.ts';

describe('readLinedJson()', () => {
  it('knows on which line a value begins', () => {
    const json = readLinedJson('\n{"a":\n [1,\n  {"b": "\\n"}]}', 'x.json');
    expect(json.value).toEqual({ a: [1, { b: '\n' }] });
    expect([[], ['a'], ['a', 0], ['a', 1], ['a', 1, 'b']].map((at) => json.lineOf(at))).toEqual([2, 3, 3, 4, 4]);
  });

  it('gives the line of what is around a value that is missing', () => {
    const json = readLinedJson('{\n"a":\n{}}', 'x.json');
    expect(json.lineOf(['a', 'b', 'c'])).toBe(3);
    expect(json.lineOf(['toString'])).toBe(1);
  });

  it.for([
    ['', 1, 'a value'],
    ['{"a": 1,\n}', 2, 'a key'],
    ['[1\n 2]', 2, '"," or "]"'],
    ['{"a"\n 1}', 2, '":"'],
    ['["a\n"]', 1, 'without control characters'],
    ['["a', 1, 'ends with a quotation mark'],
    ['["\\x"]', 1, 'JSON’s escapes'],
    ['[01]', 1, '"," or "]"'],
    ['{"a":1,\n"a":2}', 2, 'a key used once'],
    ['{"__proto__":1}', 1, 'other than "__proto__"'],
    ['1\n2', 2, 'nothing behind'],
    ['['.repeat(100), 1, 'levels of nesting'],
    ['[1,', 1, 'a value'],
  ] as const)('refuses %j, line %i', ([text, line, words]) => {
    try {
      readLinedJson(text, 'x.json');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FoonError);
      expect(error).toMatchObject({ line, path: 'x.json' });
      expect((error as FoonError).message).toContain(words);
    }
  });

  it('reads a string of ten million characters', () => {
    const text = JSON.stringify(['\\"'.repeat(2_500_000)]);
    expect(readLinedJson(text, 'x.json').value).toEqual(JSON.parse(text));
  });

  it('reads what JSON.parse reads, as the same value', () => {
    const deep = /(__proto__|([[{][^[{]*){30})/;
    fc.assert(
      fc.property(
        fc.json().filter((text) => !deep.test(text)),
        fc.constantFrom(0, 1, 4),
        (text, indent) => {
          const spaced = JSON.stringify(JSON.parse(text), null, indent);
          expect(readLinedJson(spaced, 'x').value).toEqual(JSON.parse(spaced));
        },
      ),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const parts = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '.',
      'e',
      'true',
      'null',
      ' ',
      '"',
      '\\',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (list) => {
        const text = list.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (!isJson) expect(() => readLinedJson(text, 'x')).toThrow(FoonError);
      }),
      { numRuns: 2000 },
    );
  });
});
