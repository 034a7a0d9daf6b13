import { withMarks } from './printable.ts';

export function svgNumber(value: number): string {
  return String(Number((Math.round(value * 100) / 100 + 0).toPrecision(6)));
}

export function svgPoints(list: readonly (readonly [number, number])[]): string {
  return list.map(([x, y]) => `${svgNumber(x)},${svgNumber(y)}`).join(' ');
}

/** Escapes markup; replaces characters that XML forbids or that change the writing direction. */
export function svgText(words: string, charactersMax = Infinity): string {
  return escapeMarkup(shortened(words, charactersMax));
}

/** Cuts between whole characters, without reading megabytes. */
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

const MARK = '\ufffd';

function escapeMarkup(words: string): string {
  return withMarks(words.toWellFormed().replace(/[\ufffe\uffff]/g, MARK), MARK).replace(
    /[&<>"']/g,
    (character) => ENTITIES[character]!,
  );
}
