/**
 * What all figures of episodes share: title, caption, colours, type.
 *
 * A figure brings its own white background, so that it reads the same on a dark page. Colours are those of Okabe and Ito, which
 * colour-blind people tell apart.
 *
 * @module
 */
import { type FigureSpec, figureSvg } from '../vega_figure.ts';

export type Panel = Extract<FigureSpec, { vconcat: unknown }>['vconcat'][number];
export type Layer = Extract<Panel, { layer: unknown }>['layer'][number];

export const DARK = '#222222';
export const PALE = '#767676';
export const GRID = '#e4e4e4';
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

/** What stands for what is not recorded. */
export const CROSS = '×';

/** Characters; Vega takes a character to be wider than most are. */
const CAPTION_WIDTH = 86;

export type Frame = {
  readonly title: string;
  /** Read out in place of the picture. */
  readonly description: string;
  readonly panels: readonly Panel[];
  /** A sentence each. */
  readonly caption: readonly string[];
};

export function framedFigure({ title, description, panels, caption }: Frame): Promise<string> {
  return figureSvg({
    description,
    background: 'white',
    padding: 14,
    title: { text: title, anchor: 'start', frame: 'bounds', fontSize: 15, offset: 12 },
    spacing: 14,
    vconcat: [...panels, captionPanel(caption.flatMap((line) => wrapped(line, CAPTION_WIDTH)))],
    config: {
      aria: false,
      font: 'Helvetica, Arial, sans-serif',
      view: { stroke: null },
      text: { fontSize: 11, color: DARK },
      axis: {
        labelFontSize: 11,
        titleFontSize: 11,
        titleFontWeight: 'normal',
        labelColor: DARK,
        titleColor: DARK,
        gridColor: GRID,
        domainColor: DARK,
        ticks: false,
        labelLimit: 0,
        labelPadding: 6,
      },
      legend: { labelFontSize: 11, titleFontSize: 11, titleFontWeight: 'normal', labelLimit: 0, labelColor: DARK },
    },
  });
}

/** Lines of small print below a figure. */
export function captionPanel(lines: readonly string[], width = 640): Panel {
  return {
    width,
    height: 15 * lines.length,
    data: { values: lines.map((text, line) => ({ text, line })) },
    mark: { type: 'text', align: 'left', baseline: 'top', x: 0, color: '#555555' },
    encoding: {
      y: { field: 'line', type: 'quantitative', scale: { domain: [lines.length, 0] }, axis: null },
      text: { field: 'text' },
    },
  };
}

/** For an axis: the words after a comma stand in a line of their own. */
export function axisLabel(title: string, below: string): string {
  return [...title.split(', '), below].join('|');
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
