import { svgText } from '../../../envs/svg_text.ts';
import { wrapped } from '../plain_table.ts';

/** Estimated character width ÷ font size, the same everywhere. */
const CHARACTER = 0.56;

export function textLines(text: string, width: number, size: number): string[] {
  return wrapped(text, Math.floor(width / (size * CHARACTER)));
}

const SIZE = 11;
const LINE = 15;
const MARGIN = 14;

/** `svg` begins with its size. Vega's wide estimate would make short lines. */
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
