/** How numbers and words are written into SVG, so that the result is well-formed whatever the words are. */
import { withMarks } from './printable.ts';

/** Coordinates to a hundredth of a pixel, and to six significant digits. */
export function svgNumber(value: number): string {
  return String(Number((Math.round(value * 100) / 100 + 0).toPrecision(6)));
}

/** `x,y x,y …` */
export function svgPoints(list: readonly (readonly [number, number])[]): string {
  return list.map(([x, y]) => `${svgNumber(x)},${svgNumber(y)}`).join(' ');
}

/**
 * Text for content and for attribute values: at most `charactersMax` characters, markup escaped, and what XML forbids or
 * what turns the direction of writing replaced.
 */
export function svgText(words: string, charactersMax = Number.POSITIVE_INFINITY): string {
  return escaped(shortened(words, charactersMax));
}

/** Cut without cutting a character in two, and without walking through megabytes. */
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

function escaped(words: string): string {
  return withMarks(words.toWellFormed().replace(/[\ufffe\uffff]/g, MARK), MARK).replace(
    /[&<>"']/g,
    (character) => ENTITIES[character]!,
  );
}
