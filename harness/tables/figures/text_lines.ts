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

/** Adds a caption to an `svg` that begins with its size. Vega would estimate wider text, and so make short lines. */
export function captioned(svg: string, sentences: readonly string[]): string {
  const [head = '', width = '', height = ''] =
    /^<svg [^>]*width="(\d+)" height="(\d+)" viewBox="0 0 \d+ \d+"/.exec(svg) ?? [];
  if (head === '') throw new Error('The figure does not begin with its size');
  const lines = sentences.flatMap((sentence) => textLines(sentence, Number(width) - 2 * MARGIN, SIZE));
  const fullHeight = Number(height) + LINE * lines.length;
  const texts = lines.map(
    (text, at) =>
      `<text x="${MARGIN}" y="${Number(height) + LINE * at + 4}" font-size="${SIZE}" font-family="Helvetica, Arial, sans-serif" fill="#555555">${svgText(text)}</text>`,
  );
  const fullHead = head
    .replaceAll(`height="${height}"`, `height="${fullHeight}"`)
    .replace(`${width} ${height}"`, `${width} ${fullHeight}"`);
  return svg
    .replace(head, fullHead)
    .replace(`<rect width="${width}" height="${height}"`, `<rect width="${width}" height="${fullHeight}"`)
    .replace(/<\/svg>\n$/, () => `${texts.map((line) => `${line}\n`).join('')}</svg>\n`);
}
