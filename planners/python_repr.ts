/** `str.__repr__` of CPython 3, but unassigned code points count as printable. */

const PLAIN = /^[\x20-\x26\x28-\x5b\x5d-\x7e]*$/;
const ESCAPED = /['"\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Zs}]/gu;
const SHORT_ESCAPES = new Map(Object.entries({ ' ': ' ', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }));

export function pythonRepr(texts: readonly string[]): string {
  return `[${texts.map(pythonString).join(', ')}]`;
}

export function pythonString(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(ESCAPED, (character) => {
    if (character === "'" || character === '"') return character === quote ? `\\${quote}` : character;
    return SHORT_ESCAPES.get(character) ?? numericEscape(character.codePointAt(0) ?? 0);
  });
  return quote + body + quote;
}

function numericEscape(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return codePoint < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
