import type { Share } from '../../trace/metrics/numbers.ts';
import {
  cycleRange,
  DARK,
  type Frame,
  framedFigure,
  GRID,
  type Layer,
  nominal,
  PALE,
  PALETTE,
  type Panel,
  PERCENT,
  panelTitle,
  whiskers,
} from './figure.ts';

export type CostPoint = Readonly<{ title: string; success: Share; promptTokens: number }>;

export type FrontierPanel = Readonly<{ title: string; points: readonly CostPoint[] }>;

type FrontierFigure = Pick<Frame, 'title' | 'caption'> & { readonly panels: readonly FrontierPanel[] };

const TOKENS = { title: 'prompt tokens an episode, log scale', format: '~s', gridColor: GRID, domainColor: PALE };
const SHAPES = ['circle', 'square', 'diamond', 'triangle-up', 'triangle-down', 'cross'] as const;

export function drawFrontier({ title, panels, caption }: FrontierFigure): Promise<string> {
  return framedFigure({
    title,
    description: `Success in percent against prompt tokens an episode, by method: ${panels.map((panel) => panel.title).join(', ')}`,
    spacing: 22,
    panels: panels.map(panelOf),
    caption: [
      'Points: success, with its 95 % interval, clustered by task, and mean prompt tokens of the recorded episodes. Line: the Pareto frontier, through the methods that no other equals in success for fewer tokens. The axes of success do not begin at 0.',
      ...caption,
    ],
  });
}

export function paretoFrontier(points: readonly CostPoint[]): CostPoint[] {
  const isBeaten = (point: CostPoint) =>
    points.some(
      ({ promptTokens, success: { percent } }) =>
        promptTokens <= point.promptTokens &&
        percent >= point.success.percent &&
        (promptTokens < point.promptTokens || percent > point.success.percent),
    );
  return points.filter((point) => !isBeaten(point)).sort((a, b) => a.promptTokens - b.promptTokens);
}

function panelOf({ title, points }: FrontierPanel): Panel {
  const tokens = points.map(({ promptTokens }) => promptTokens);
  const [from, to] = [Math.min(...tokens) / 2, Math.max(...tokens) * 2];
  const lowest = 10 * Math.floor(Math.min(...points.map(({ success }) => success.low)) / 10);
  // At equal cost, draws the later method inside.
  const values = points.map(({ title: method, success, promptTokens }, at) => {
    return { method, promptTokens, ...success, size: 200 - 25 * (at % SHAPES.length) };
  });
  const methods = points.map((point) => point.title);
  const percent = {
    ...PERCENT,
    scale: { domain: [lowest, 100] },
    axis: { title: 'success in %', domain: false, gridColor: GRID, tickCount: 5, minExtent: 26, maxExtent: 26 },
  };
  const legend = { title: null, orient: 'bottom', columns: 3, symbolSize: 80, symbolStrokeWidth: 2 } as const;
  const point: Layer = {
    mark: { type: 'point', strokeWidth: 2, opacity: 1 },
    encoding: {
      y: { ...percent, field: 'percent' },
      size: { field: 'size', type: 'quantitative', scale: null, legend: null },
      color: nominal('method', cycleRange(methods, PALETTE), { legend }),
      shape: nominal('method', cycleRange(methods, SHAPES), { legend }),
    },
  };
  return {
    width: 350,
    height: 170,
    title: panelTitle(title),
    data: { values },
    resolve: { scale: { color: 'independent', shape: 'independent' } },
    encoding: {
      x: {
        field: 'promptTokens',
        type: 'quantitative',
        scale: { type: 'log', domain: [from, to], nice: false },
        axis: { ...TOKENS, values: ticksOf(from, to) },
      },
    },
    layer: [
      frontierLine(paretoFrontier(points), { lowest, to, percent }),
      ...whiskers(percent, { of: 'percent', low: 'low', high: 'high', color: DARK, size: 6 }),
      point,
    ],
  };
}

function frontierLine(
  frontier: readonly CostPoint[],
  { lowest, to, percent }: Readonly<{ lowest: number; to: number; percent: typeof PERCENT }>,
): Layer {
  const corners = frontier.flatMap(({ promptTokens, success }, at) => [
    { promptTokens, height: frontier[at - 1]?.success.percent ?? lowest },
    { promptTokens, height: success.percent },
  ]);
  const end = frontier.slice(-1).map(({ success }) => ({ promptTokens: to, height: success.percent }));
  return {
    data: { values: [...corners, ...end].map((corner, order) => ({ ...corner, order })) },
    mark: { type: 'line', color: PALETTE[4], strokeWidth: 5, opacity: 0.6 },
    encoding: { y: { ...percent, field: 'height' }, order: { field: 'order', type: 'quantitative' } },
  };
}

function ticksOf(from: number, to: number): number[] {
  const powers = Array.from({ length: 10 }, (_, at) => 10 ** at);
  return powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((tick) => tick >= from && tick <= to);
}
