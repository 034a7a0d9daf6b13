/** Text in a picture, which does not wrap by itself. */
import { svgText } from '../../../envs/svg_text.ts';

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

const SIZE = 11;
const LINE = 15;
const MARGIN = 14;

/**
 * The figure with small print below, as wide as the figure: Vega takes a character to be wider than it is, so that its lines would be short.
 *
 * `svg` begins with its size and has a background as large. A sentence begins a line.
 */
export function captioned(svg: string, sentences: readonly string[]): string {
  const [head = '', width = '', height = ''] =
    /^<svg [^>]*width="(\d+)" height="(\d+)" viewBox="0 0 \d+ \d+"/.exec(svg) ?? [];
  if (head === '') throw new Error('A figure begins with its size');
  const lines = sentences.flatMap((sentence) => textLines(sentence, Number(width) - 2 * MARGIN, SIZE));
  const taller = Number(height) + LINE * lines.length;
  const print = lines.map(
    (text, at) =>
      `<text x="${MARGIN}" y="${Number(height) + LINE * at + 4}" font-size="${SIZE}" font-family="Helvetica, Arial, sans-serif" fill="#555555">${svgText(text)}</text>`,
  );
  return svg
    .replace(
      head,
      head.replaceAll(`height="${height}"`, `height="${taller}"`).replace(`${width} ${height}"`, `${width} ${taller}"`),
    )
    .replace(`<rect width="${width}" height="${height}"`, `<rect width="${width}" height="${taller}"`)
    .replace(/<\/svg>\n$/, () => `${print.map((line) => `${line}\n`).join('')}</svg>\n`);
}
