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

/** Reads a list of Python string literals, one character at a time. */
function readBack(repr: string): string[] {
  const texts: string[] = [];
  let at = 1;
  while (repr[at] !== ']') {
    const quote = repr[at++];
    let text = '';
    while (repr[at] !== quote) {
      if (repr[at] !== '\\') {
        text += repr[at++];
        continue;
      }
      const kind = repr[at + 1] ?? '';
      const digits = { x: 2, u: 4, U: 8 }[kind] ?? 0;
      const plain = { n: '\n', t: '\t', r: '\r' }[kind] ?? kind;
      text += digits === 0 ? plain : String.fromCodePoint(Number.parseInt(repr.slice(at + 2, at + 2 + digits), 16));
      at += 2 + digits;
    }
    texts.push(text);
    at++;
    if (repr.startsWith(', ', at)) at += 2;
  }
  return texts;
}
