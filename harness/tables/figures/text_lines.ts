import { svgText } from '../../../envs/svg_text.ts';

/** Estimated character width ÷ font size, the same everywhere. */
const CHARACTER = 0.56;

/** Width in pixels. */
export function textLines(text: string, width: number, size: number): string[] {
  return wrapped(text, Math.floor(width / (size * CHARACTER)));
}

/** Keeps words whole. */
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

/** `svg` begins with its size. Wraps here, since Vega's wide estimate makes short lines. */
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
