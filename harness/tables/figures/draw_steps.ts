import { mean } from '../../trace/metrics/numbers.ts';
import type { EpisodesFigure } from '../paper_table.ts';
import { episodesOf } from '../suite_results.ts';
import { CROSS, DARK, framedFigure, type Key, keyRow, type Layer, nominal, PALE, PALETTE } from './figure.ts';

const ROW = 26;
const KEYS: readonly Key[] = [
  { kind: 'dot', text: '1 episode' },
  { kind: 'large', text: '40 or more' },
  { kind: 'mean', text: 'mean' },
  { kind: 'none', text: 'no success' },
];

/** Ratios equal to 1/20 share a dot. */
const GRAIN = 20;
const TICKS = [1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24];

type Line = Readonly<{ label: string; ratios: readonly number[] }>;

export function drawSteps({ title, methods, episodes, caption }: Omit<EpisodesFigure, 'traces'>): Promise<string> {
  const lines = methods.map((method): Line => {
    const own = episodesOf({ episodes }, method.planner);
    const ratios = own.flatMap(({ stepsRatio }) => (stepsRatio === null ? [] : [stepsRatio]));
    return { label: `${method.title} (${ratios.length} of ${own.length})`, ratios };
  });
  return framedFigure({
    title,
    description:
      'Steps of successful episodes divided by the steps of the reference plan, by method: a dot for episodes with the same ratio, a bar for the mean',
    panels: [keyRow(KEYS), { width: 430, height: ROW * lines.length, layer: layersOf(lines) }],
    caption: [
      `Successes only; in brackets how many of the recorded episodes they are. Dot: episodes with the same ratio, to a twentieth, the larger the more; bar: mean; ${CROSS}: no success, or not recorded. The reference is the shortest plan that search with full knowledge found.`,
      ...caption,
    ],
  });
}

function layersOf(lines: readonly Line[]): Layer[] {
  const most = Math.max(2, ...lines.flatMap(({ ratios }) => ratios));
  const values = TICKS.filter((tick) => tick <= most * 1.1);
  const x = {
    type: 'quantitative',
    scale: { type: 'log', domain: [0.93, most * 1.1] as number[], nice: false },
    axis: { title: 'steps ÷ steps of the reference plan (logarithmic)', values, format: '~r' },
  } as const;
  const labels = { domain: lines.map(({ label }) => label) };
  const y = nominal('label', labels, { axis: { title: null, grid: true, domain: false } });
  const size = { type: 'sqrt', domain: [1, 40] as number[], range: [30, 420] as number[], clamp: true } as const;
  return [
    {
      data: { values: lines.flatMap(dotsOf) },
      mark: { type: 'circle', color: PALETTE[0], opacity: 0.55 },
      encoding: {
        x: { ...x, field: 'ratio' },
        y,
        size: { field: 'count', type: 'quantitative', scale: size, legend: null },
      },
    },
    {
      data: { values: lines.map(({ label, ratios }) => ({ label, ratio: mean(ratios) })) },
      mark: { type: 'tick', orient: 'vertical', color: DARK, thickness: 2, size: 16 },
      encoding: { x: { ...x, field: 'ratio' }, y },
    },
    {
      data: { values: lines.filter(({ ratios }) => ratios.length === 0).map(({ label }) => ({ label })) },
      mark: { type: 'text', text: CROSS, fontSize: 13, color: PALE },
      encoding: { x: { ...x, datum: 1 }, y },
    },
  ];
}

function dotsOf({ label, ratios }: Line): { label: string; ratio: number; count: number }[] {
  const dots = Map.groupBy(ratios, (ratio) => Math.round(ratio * GRAIN) / GRAIN);
  return [...dots].map(([ratio, same]) => ({ label, ratio, count: same.length }));
}
