import type { Share } from '../../trace/metrics/numbers.ts';
import {
  axisLabel,
  CROSS,
  CROSS_MARK,
  DARK,
  type Frame,
  framedFigure,
  GRID,
  type Key,
  keyRow,
  type Layer,
  MULTILINE_LABELS,
  nominal,
  PALETTE,
  type Panel,
  PERCENT,
  panelTitle,
  TICKS,
  whiskers,
} from './figure.ts';

type Bar = Readonly<{ title: string; here: Share | null; paper: Pick<Share, 'percent' | 'low' | 'high'> | null }>;
type SuccessPanel = Readonly<{ title: string; bars: readonly Bar[] }>;
type SuccessFigure = Pick<Frame, 'title' | 'caption'> & { readonly panels: readonly SuccessPanel[] };

const KEYS: readonly Key[] = [
  { kind: 'bar', text: 'recorded here', colour: PALETTE[4] },
  { kind: 'diamond', text: 'printed in the paper' },
  { kind: 'interval', text: '95 % interval' },
  { kind: 'none', text: 'not recorded' },
];

export function drawSuccess({ title, panels, caption }: SuccessFigure): Promise<string> {
  return framedFigure({
    title,
    description: `Success in percent by method: ${panels.map((panel) => panel.title).join(', ')}; bars for what is recorded here, diamonds for what the paper prints`,
    panels: [keyRow(KEYS), ...panels.map(panelOf)],
    caption: [
      `Bars: share of recorded episodes in which the goal was reached, with its 95 % interval, clustered by task; n = episodes, ${CROSS} = not recorded. Diamonds: what the paper prints, with the 95 % interval of its runs.`,
      ...caption,
    ],
  });
}

function panelOf({ title, bars }: SuccessPanel): Panel {
  const values = bars.map(({ title: method, here, paper }) => {
    const printed = { paper: paper?.percent, paperLow: paper?.low, paperHigh: paper?.high };
    return { method: axisLabel(method, `n = ${here?.episodes ?? 0}`), ...here, ...printed };
  });
  return {
    width: 78 * bars.length,
    height: 170,
    title: panelTitle(title),
    data: { values },
    encoding: {
      x: nominal(
        'method',
        { domain: values.map(({ method }) => method), paddingInner: 0.3, paddingOuter: 0.15 },
        { axis: { title: null, ...MULTILINE_LABELS } },
      ),
    },
    layer: [
      BAR,
      ...whiskers(SUCCESS, { of: 'percent', low: 'low', high: 'high', color: DARK, size: 6, xOffset: -7 }),
      MISSING,
      ...whiskers(SUCCESS, { of: 'paper', low: 'paperLow', high: 'paperHigh', color: PALETTE[5], size: 6, xOffset: 9 }),
      DIAMOND,
    ],
  };
}

const SUCCESS = {
  ...PERCENT,
  axis: { title: 'success in %', values: TICKS, domain: false, gridColor: GRID, minExtent: 26, maxExtent: 26 },
} as const;

const BAR: Layer = {
  transform: [{ filter: 'isValid(datum.percent)' }],
  mark: { type: 'bar', color: PALETTE[4], stroke: PALETTE[0], strokeWidth: 1 },
  encoding: { y: { ...SUCCESS, field: 'percent' } },
};

const MISSING: Layer = {
  transform: [{ filter: '!isValid(datum.percent)' }],
  mark: { ...CROSS_MARK, dy: -12, dx: -7 },
  encoding: { y: { ...SUCCESS, datum: 0 } },
};

const POINT = { type: 'point', shape: 'diamond', filled: true, opacity: 1, size: 70 } as const;
const DIAMOND: Layer = {
  transform: [{ filter: 'isValid(datum.paper)' }],
  mark: { ...POINT, color: PALETTE[5], stroke: 'white', strokeWidth: 1, xOffset: 9 },
  encoding: { y: { ...SUCCESS, field: 'paper' } },
};
