import { svgText } from '../../../envs/printable.ts';
import { addCaption, DARK, textLines } from './figure.ts';

export type StoryFrame = Readonly<{ heading: string; isRefused?: boolean; picture: string; note?: string }>;

export type Story = Readonly<{
  title: string;
  description: string;
  frames: readonly StoryFrame[];
  columns: number;
  pictureWidth: number;
  /** Height ÷ width. */
  aspect: number;
  caption: readonly string[];
}>;

const GAP = 16;
const MARGIN = 16;
const TITLE_HEIGHT = 60;
const LINE_HEIGHT = 14;
const HEADING_LINES_MAX = 2;
const NOTE_LINES_MAX = 9;
const RED = '#b3261e';
const GREEN = '#1b6b3a';

export function storyboard({ title, description, frames, columns, pictureWidth, aspect, caption }: Story): string {
  const width = 2 * MARGIN + columns * pictureWidth + (columns - 1) * GAP;
  const pictureHeight = Math.round(pictureWidth * aspect);
  const parts: string[] = [];
  let y = TITLE_HEIGHT;
  for (let first = 0; first < frames.length; first += columns) {
    const row = frames.slice(first, first + columns).map((frame) => ({
      ...frame,
      headings: textLines(frame.heading, pictureWidth, 12).slice(0, HEADING_LINES_MAX),
      notes: noteLines(frame.note, pictureWidth),
    }));
    const top = y + Math.max(...row.map(({ headings }) => headings.length)) * LINE_HEIGHT - 8;
    row.forEach((frame, at) => {
      const x = MARGIN + at * (pictureWidth + GAP);
      parts.push(drawFrame(frame, { x, y: top, width: pictureWidth, height: pictureHeight }));
    });
    y = top + pictureHeight + 8 + Math.max(...row.map(({ notes }) => notes.length)) * LINE_HEIGHT + 2 * GAP;
  }
  const height = Math.round(y);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="Helvetica, Arial, sans-serif">`,
    `<title>${svgText(description)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    textLine(title, { x: MARGIN, y: 28, size: 15, fill: DARK, isBold: true }),
    ...parts,
    '</svg>\n',
  ].join('\n');
  return addCaption(svg, caption);
}

type FrameLayout = StoryFrame & Readonly<Record<'headings' | 'notes', readonly string[]>>;
type Place = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

function drawFrame({ headings, isRefused = false, picture, notes }: FrameLayout, { x, y, width, height }: Place) {
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  const first = y - 6 - (headings.length - 1) * LINE_HEIGHT;
  const fill = isRefused ? RED : DARK;
  return [
    ...headings.map((text, at) => textLine(text, { x, y: first + at * LINE_HEIGHT, size: 12, fill, isBold: true })),
    picture.trimEnd().replace(/^<svg /, `<svg aria-hidden="true" ${place} `),
    `<rect ${place} fill="none" stroke="${isRefused ? RED : '#c9c9c9'}" stroke-width="${isRefused ? 2 : 1}"/>`,
    ...notes.map((text, at) => textLine(text, { x, y: y + height + 16 + at * LINE_HEIGHT, size: 10.5, fill: GREEN })),
  ].join('\n');
}

function noteLines(note: string | undefined, width: number): string[] {
  const lines = note === undefined ? [] : textLines(note.replaceAll(/\s+/g, ' '), width, 10.5);
  if (lines.length <= NOTE_LINES_MAX) return lines;
  return [...lines.slice(0, NOTE_LINES_MAX - 1), `${lines[NOTE_LINES_MAX - 1]} …`];
}

type TextStyle = Readonly<Record<'x' | 'y' | 'size', number>> & Readonly<{ fill: string; isBold?: boolean }>;

function textLine(text: string, { x, y, size, fill, isBold = false }: TextStyle): string {
  return `<text x="${x}" y="${Math.round(y)}" font-size="${size}" fill="${fill}"${isBold ? ' font-weight="bold"' : ''}>${svgText(text)}</text>`;
}
