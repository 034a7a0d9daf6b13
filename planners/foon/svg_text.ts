/**
 * How numbers and words are written into SVG, so that the result is well-formed whatever the words are.
 *
 * @module
 */

/** Coordinates to a hundredth of a pixel. */
export function svgNumber(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Markup escaped; what XML forbids, or what turns the direction of writing, replaced. */
export function svgText(words: string): string {
  return words
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** At most `charactersMax` characters, none cut in two, without walking through megabytes. */
export function shortened(words: string, charactersMax: number): string {
  const characters = [...words.slice(0, 2 * charactersMax + 2)];
  return characters.length <= charactersMax ? words : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/** Words over several lines, broken at blanks and behind hyphens; a line has at most `charactersMax` characters. */
export function wrapped(words: string, charactersMax: number): string[] {
  const parts = words.split(/(?<=-)| /).filter((part) => part !== '');
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last}${last.endsWith('-') ? '' : ' '}${part}`;
    if (last !== undefined && joined.length <= charactersMax) lines[lines.length - 1] = joined;
    else lines.push(shortened(part, charactersMax));
  }
  return lines;
}

/** A guess at how wide words are in a sans-serif face, in units of the font's size. No font is measured. */
export function widthOf(words: string): number {
  let width = 0;
  for (const character of words) width += widthOfCharacter(character.codePointAt(0) as number);
  return width;
}

function widthOfCharacter(code: number): number {
  if (code > 0x2e80) return 1.05; // ideographs and pictures
  const character = String.fromCodePoint(code);
  if ("iljtfr.,:;'|! ()[]".includes(character)) return 0.36;
  if ('mwMW@'.includes(character)) return 0.9;
  return character >= 'A' && character <= 'Z' ? 0.7 : 0.58;
}
