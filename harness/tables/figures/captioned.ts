/**
 * A figure with small print below it, as wide as the figure.
 *
 * Vega would lay it out, too, but takes a character to be wider than it is: lines would be short, and the figure wide.
 *
 * @module
 */
import { svgText } from '../../../envs/svg_text.ts';
import { textLines } from './text_lines.ts';

const SIZE = 11;
const LINE = 15;
const MARGIN = 14;

/** `svg` begins with its size and has a background as large. A sentence begins a line. */
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
