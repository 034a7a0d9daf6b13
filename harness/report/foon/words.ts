/**
 * How words are broken into lines and how wide they are, without a font to measure.
 *
 * @module
 */
import { shortened } from '../../../envs/svg_text.ts';

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
