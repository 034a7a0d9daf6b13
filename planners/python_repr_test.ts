import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pythonRepr } from './python_repr.ts';
import { anyText } from './testing/arbitrary_text.ts';

// Each expectation is what CPython 3 prints for the same list.
test.each([
  [[], '[]'],
  [['mug1 ON desk1', 'b'], `['mug1 ON desk1', 'b']`],
  [["it's"], `["it's"]`],
  [['say "hi"'], `['say "hi"']`],
  [[`it's "both"`], `['it\\'s "both"']`],
  [['a\\b'], `['a\\\\b']`],
  [['\n\t\r\0\x7f\x80\xad'], `['\\n\\t\\r\\x00\\x7f\\x80\\xad']`],
  [['\u00a0\u2028\ufeff\ue000'], `['\\xa0\\u2028\\ufeff\\ue000']`],
  [['é漢😀'], `['é漢😀']`],
  [['\ud800'], `['\\ud800']`],
  [['\u{e0001}'], `['\\U000e0001']`],
  [['', "'", '"', ' '], `['', "'", '"', ' ']`],
])('pythonRepr() quotes %j as Python does', (texts, repr) => expect(pythonRepr(texts)).toBe(repr));

test('pythonRepr() can be read back, and is one line of printable characters', () => {
  const text = fc.oneof(anyText, fc.string({ unit: fc.constantFrom(...`'"\\na, `) }));
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const repr = pythonRepr(texts);
      expect(readBack(repr)).toEqual(texts);
      expect(repr).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});

function readBack(repr: string): string[] {
  const literals = [...repr.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs)];
  expect(`[${literals.map(([literal]) => literal).join(', ')}]`).toBe(repr);
  return literals.map(([, single, double = '']) => {
    return (single ?? double).replaceAll(/\\(?:x(..)|u(.{4})|U(.{8})|(.))/gs, (_, x, u, U, plain) => {
      if (plain === undefined) return String.fromCodePoint(Number.parseInt(x ?? u ?? U, 16));
      return { n: '\n', t: '\t', r: '\r' }[plain as string] ?? plain;
    });
  });
}
