/**
 * What all figures of episodes share: title, caption, colours, type.
 *
 * A figure brings its own white background, so that it reads the same on a dark page. Colours are those of Okabe and Ito, which
 * colour-blind people tell apart.
 *
 * @module
 */
import { type FigureSpec, figureSvg } from '../vega_figure.ts';
import { captioned } from './captioned.ts';

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

export type Frame = {
  readonly title: string;
  /** Read out in place of the picture. */
  readonly description: string;
  readonly panels: readonly Panel[];
  /** A sentence each. */
  readonly caption: readonly string[];
};

export async function framedFigure({ title, description, panels, caption }: Frame): Promise<string> {
  const svg = await figureSvg({
    description,
    background: 'white',
    padding: 14,
    title: { text: title, anchor: 'start', frame: 'bounds', fontSize: 15, offset: 12 },
    spacing: 14,
    vconcat: [...panels],
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
  return captioned(svg, caption);
}

/** For an axis: the words after a comma stand in a line of their own. */
export function axisLabel(title: string, below: string): string {
  return [...title.split(', '), below].join('|');
}
