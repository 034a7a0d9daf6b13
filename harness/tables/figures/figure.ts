/** Same bytes in every runtime: Vega estimates text widths without a canvas, and coordinates are rounded. */

import type { TopLevelSpec } from 'vega-lite';
import { printable, svgText } from '../../../envs/printable.ts';
import { sixDigits } from '../../trace/metrics/numbers.ts';
import { wrapWords } from '../plain_table.ts';

/** Estimated width of a character ÷ font size. */
const CHARACTER_WIDTH = 0.56;

export function textLines(text: string, width: number, size: number): string[] {
  return wrapWords(text, Math.floor(width / (size * CHARACTER_WIDTH)));
}

const FONT_SIZE = 11;
const LINE_HEIGHT = 15;
const MARGIN = 14;

/** Vega would break lines too early, as it estimates wider text. */
export function addCaption(svg: string, sentences: readonly string[]): string {
  const [head = '', width = '', height = ''] =
    /^<svg [^>]*width="(\d+)" height="(\d+)" viewBox="0 0 \d+ \d+"/.exec(svg) ?? [];
  if (head === '') throw new Error('The figure does not begin with its size');
  const lines = sentences.flatMap((sentence) => textLines(sentence, Number(width) - 2 * MARGIN, FONT_SIZE));
  const fullHeight = Number(height) + LINE_HEIGHT * lines.length;
  const texts = lines.map(
    (text, at) =>
      `<text x="${MARGIN}" y="${Number(height) + LINE_HEIGHT * at + 4}" font-size="${FONT_SIZE}" font-family="Helvetica, Arial, sans-serif" fill="#555555">${svgText(text)}</text>`,
  );
  const fullHead = head
    .replaceAll(`height="${height}"`, `height="${fullHeight}"`)
    .replace(`${width} ${height}"`, `${width} ${fullHeight}"`);
  return svg
    .replace(head, fullHead)
    .replace(`<rect width="${width}" height="${height}"`, `<rect width="${width}" height="${fullHeight}"`)
    .replace(/<\/svg>\n$/, () => `${texts.map((line) => `${line}\n`).join('')}</svg>\n`);
}

export type Panel = Extract<FigureSpec, { vconcat: unknown }>['vconcat'][number];
export type Layer = Extract<Panel, { layer: unknown }>['layer'][number];

export const DARK = '#222222';
export const PALE = '#767676';
export const GRID = '#e4e4e4';
/** Okabe and Ito's palette, safe for colour blindness. */
export const PALETTE = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#8a7a00',
  '#9a9a9a',
  '#5b3a8c',
  '#12695c',
] as const;

export const CROSS = '×';
export const CROSS_MARK = { type: 'text', text: CROSS, fontSize: 13, color: PALE } as const;

export type Frame = Readonly<{
  title: string;
  description: string;
  panels: readonly Panel[];
  spacing?: number;
  caption: readonly string[];
}>;

export async function framedFigure({ title, description, panels, spacing = 14, caption }: Frame): Promise<string> {
  const svg = await figureSvg({
    description,
    background: 'white',
    padding: 14,
    title: { text: title, anchor: 'start', frame: 'bounds', fontSize: 15, offset: 12 },
    spacing,
    vconcat: [...panels],
    config: {
      aria: false,
      font: 'Helvetica, Arial, sans-serif',
      view: { stroke: null },
      text: { fontSize: 11, color: DARK },
      axis: {
        ...{ labelFontSize: 11, titleFontSize: 11, titleFontWeight: 'normal', labelColor: DARK, titleColor: DARK },
        ...{ gridColor: GRID, domainColor: DARK, ticks: false, labelLimit: 0, labelPadding: 6 },
      },
      legend: { labelFontSize: 11, titleFontSize: 11, titleFontWeight: 'normal', labelLimit: 0, labelColor: DARK },
    },
  });
  return addCaption(svg, caption);
}

export const TICKS: number[] = [0, 20, 40, 60, 80, 100];
export const PERCENT = { type: 'quantitative', scale: { domain: [0, 100] as number[] } } as const;

export function nominal<const S extends { readonly domain: string[] }, const R>(field: string, scale: S, channel: R) {
  return { field, type: 'nominal', sort: null, scale, ...channel } as const;
}

export function cycleRange<V>(domain: string[], values: readonly V[]) {
  return { domain, range: domain.map((_, at) => values[at % values.length]!) };
}

export function panelTitle(text: string) {
  return { text, anchor: 'middle', fontSize: 13, offset: 8 } as const;
}

type Whiskers = Readonly<Record<'low' | 'high' | 'of' | 'color', string> & { size: number; xOffset?: number }>;

export function whiskers(percent: typeof PERCENT, { low, high, of, size, ...mark }: Whiskers): Layer[] {
  const transform = [{ filter: `isValid(datum.${of})` }];
  const end = (field: string): Layer => ({
    transform,
    mark: { type: 'tick', orient: 'horizontal', thickness: 1.2, size, ...mark },
    encoding: { y: { ...percent, field } },
  });
  const whole: Layer = {
    transform,
    mark: { type: 'rule', strokeWidth: 1.2, ...mark },
    encoding: { y: { ...percent, field: low }, y2: { field: high } },
  };
  return [whole, end(low), end(high)];
}

export const MULTILINE_LABELS = { labelAngle: 0, labelExpr: "split(datum.value, '|')", labelLineHeight: 13 } as const;

export function axisLabel(title: string, below: string): string {
  return [...title.split(', '), below].join('|');
}

export type FigureSpec = TopLevelSpec & { readonly description: string };

/** Slow to load. */
export function loadVega(): Promise<[vega: typeof import('vega'), lite: typeof import('vega-lite')]> {
  return Promise.all([import('vega'), import('vega-lite')]);
}

export async function figureSvg(spec: FigureSpec): Promise<string> {
  const [vega, { compile }] = await loadVega();
  // Vega's types omit this switch, which keeps it from a canvas.
  (vega as object as { readonly textMetrics: { canvas(isUsed: boolean): void } }).textMetrics.canvas(false);
  vega.resetSVGDefIds();
  const logger = Object.assign(vega.logger(vega.Warn), { warn: refuse, error: refuse });
  const { spec: compiled } = compile(spec, { logger });
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', logger });
  try {
    return tidySvg(await view.toSVG(), spec.description);
  } finally {
    view.finalize();
  }
}

function refuse(...messages: readonly unknown[]): never {
  throw new Error(`Cannot draw the figure as described: ${messages.join(' ')}`);
}

function tidySvg(svg: string, description: string): string {
  const text = svg
    .replace(/<[^<>]*>/g, (tag) => tag.replace(/ (?!aria-)[\w-]+="[^"]*"/g, roundNumbers))
    .replace(/>(?=<\/?(?:g|path|rect|text|line|defs)\b)/g, '>\n')
    .replace(' class="marks"', ' role="img"')
    .replace('>', () => `>\n<title>${svgText(description)}</title>`);
  return `${printable(text)}\n`;
}

function roundNumbers(attribute: string): string {
  return attribute.replace(/-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?/g, (number) =>
    number.includes('.') ? String(sixDigits(Number(number)) + 0) : number,
  );
}

export type Key = Readonly<{ kind: keyof typeof MARKS; text: string; colour?: string }>;

export const PALE_OPACITY = 0.4;

export function keyRow(keys: readonly Key[], { at, width } = placesOf(keys)): Panel {
  const kinds = new Set<string>(keys.map(({ kind }) => kind));
  const layer = Object.entries(MARKS)
    .filter(([kind]) => kinds.has(kind))
    .flatMap(([kind, layers]) =>
      layers.map((each: Layer): Layer => ({ transform: [{ filter: `datum.kind === '${kind}'` }], ...each })),
    );
  return {
    width,
    height: 18,
    data: { values: keys.map(({ colour = DARK, ...key }, place) => ({ ...key, colour, at: at[place] ?? 0 })) },
    encoding: { x: { field: 'at', type: 'quantitative', scale: { domain: [0, width] }, axis: null } },
    layer: [
      ...layer,
      {
        mark: { type: 'text', align: 'left', dx: kinds.has('large') ? 17 : 12, fontSize: 12 },
        encoding: { text: { field: 'text' } },
      },
    ],
  };
}

const SQUARE = { type: 'point', shape: 'square', size: 140, filled: true } as const;
const TICK = { type: 'tick', color: DARK, thickness: 1.2 } as const;
const DIAMOND = { type: 'point', shape: 'diamond', size: 52, filled: true, opacity: 1 } as const;
const DOT = { type: 'circle', color: PALETTE[0], opacity: 0.55 } as const;
const COLOUR = { field: 'colour', type: 'nominal', scale: null } as const;

const MARKS = {
  bar: [{ mark: { ...SQUARE, opacity: 1 }, encoding: { fill: COLOUR } }],
  pale: [{ mark: { ...SQUARE, fill: DARK, fillOpacity: PALE_OPACITY, stroke: DARK, opacity: 1 } }],
  interval: [
    { mark: { ...TICK, orient: 'vertical', size: 14 } },
    { mark: { ...TICK, orient: 'horizontal', size: 6, yOffset: -7 } },
    { mark: { ...TICK, orient: 'horizontal', size: 6, yOffset: 7 } },
  ],
  paper: [{ mark: { ...DIAMOND, fill: 'white', stroke: DARK } }],
  diamond: [{ mark: { ...DIAMOND, size: 70, color: PALETTE[5], stroke: 'white', strokeWidth: 1 } }],
  dot: [{ mark: { ...DOT, size: 30 } }],
  large: [{ mark: { ...DOT, size: 420 } }],
  mean: [{ mark: { ...TICK, orient: 'vertical', thickness: 2, size: 16 } }],
  none: [{ mark: { ...CROSS_MARK, fontSize: 12 } }],
} satisfies Readonly<Record<string, readonly Layer[]>>;

function placesOf(keys: readonly Key[]): Readonly<{ at: readonly number[]; width: number }> {
  const at: number[] = [];
  let x = 12;
  for (const { text } of keys) {
    at.push(x);
    x += 40 + Math.round(text.length * 6.5);
  }
  return { at, width: x };
}
