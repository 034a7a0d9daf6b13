/**
 * Text in a picture, which does not wrap by itself.
 *
 * @module
 */

/** A character's width as a share of the size of the text: an estimate, the same everywhere. */
const CHARACTER = 0.56;

/** Lines that are at most so wide, in pixels, of text of this size. */
export function textLines(text: string, width: number, size: number): string[] {
  return wrapped(text, Math.floor(width / (size * CHARACTER)));
}

/** Lines of so many characters at most, words kept whole. */
export function wrapped(text: string, charactersMax: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= charactersMax)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
