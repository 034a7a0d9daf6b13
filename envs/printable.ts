export function svgNumber(value: number): string {
  return String(Number((Math.round(value * 100) / 100 + 0).toPrecision(6)));
}

export function svgPoints(list: readonly (readonly [number, number])[]): string {
  return list.map(([x, y]) => `${svgNumber(x)},${svgNumber(y)}`).join(' ');
}

/** Replaces characters that XML forbids or that change the writing direction. */
export function svgText(words: string, charactersMax = Infinity): string {
  return escapeMarkup(shortened(words, charactersMax));
}

export function shortened(words: string, charactersMax: number): string {
  if (words.length <= charactersMax) return words;
  const characters = [...words.slice(0, 2 * charactersMax + 2)];
  return characters.length <= charactersMax ? words : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const REPLACEMENT_CHARACTER = '\ufffd';

function escapeMarkup(words: string): string {
  return replaceInvisible(
    words.toWellFormed().replace(/[\ufffe\uffff]/g, REPLACEMENT_CHARACTER),
    REPLACEMENT_CHARACTER,
  ).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** As JSON does, except for tab and line feed. */
export function printable(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    character === '\t' || character === '\n' ? character : unicodeEscapes(character),
  );
}

export function replaceInvisible(text: string, replacement: string): string {
  return text.replace(INVISIBLE, replacement);
}

function unicodeEscapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
