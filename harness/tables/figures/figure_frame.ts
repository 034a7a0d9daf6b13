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
  /** From one panel to the next below; 14 unless told. */
  readonly spacing?: number;
  /** A sentence each. */
  readonly caption: readonly string[];
};

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

/** Shares in percent, upwards. */
export const PERCENT = { type: 'quantitative', scale: { domain: [0, 100] as number[] } } as const;

export type Whiskers = {
  /** Fields of the interval, and of the value without which there is none. */
  readonly low: string;
  readonly high: string;
  readonly of: string;
  readonly color: string;
  /** Length of the ends. */
  readonly size: number;
  readonly xOffset?: number;
};

/** An interval as a line with two ends; `percent` is its axis. */
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

/** For an axis: the words after a comma stand in a line of their own. */
export function axisLabel(title: string, below: string): string {
  return [...title.split(', '), below].join('|');
}
