import { total } from '../../trace/episode_counts.ts';
import { costByRole } from '../../trace/metrics/cost.ts';
import type { EpisodeMetrics } from '../../trace/metrics/metrics.ts';
import { mean, sixDigits, spaced, sum } from '../../trace/metrics/numbers.ts';
import type { Trace } from '../../trace/trace.ts';
import type { TrackingCounts } from '../../trace/trace_schema.ts';
import { answersOf, episodesOf, type PaperFigure, type ShownMethod } from '../suite_results.ts';
import {
  axisLabel,
  CROSS,
  CROSS_MARK,
  cycleRange,
  DARK,
  framedFigure,
  keyRow,
  type Layer,
  MULTILINE_LABELS,
  nominal,
  PALE,
  PALETTE,
  type Panel,
  TICKS,
} from './figure.ts';

const WITHOUT_MODEL: readonly string[] = ['random', 'oracle'];

const KINDS = {
  steps: { title: 'Steps against the reference plan', needsModel: false, draw: drawSteps },
  failures: { title: 'Refused steps by precondition', needsModel: false, draw: drawFailures },
  tracking: { title: 'State tracking over the steps', needsModel: true, draw: drawTracking },
  tokens: { title: 'Tokens by role', needsModel: true, draw: drawTokens },
};

type EpisodeFigures = Readonly<{
  kinds: readonly (keyof typeof KINDS)[];
  where: string;
  methods: readonly ShownMethod[];
}>;

export function episodeFigures(suite: string, { kinds, where, methods }: EpisodeFigures): PaperFigure[] {
  return kinds.map((kind) => {
    const { title, needsModel, draw } = KINDS[kind];
    return {
      suite,
      file: `${suite}_${kind}.svg`,
      draw: (results, traces) =>
        draw({
          title: `${title} ${where}`,
          methods: methods.filter(({ planner }) => !(needsModel && WITHOUT_MODEL.includes(planner))),
          episodes: results.episodes,
          traces,
          caption: [`Here: ${answersOf(results)}.`],
        }),
    };
  });
}

type EpisodesFigure = Readonly<{ title: string; methods: readonly ShownMethod[]; caption: readonly string[] }> &
  Readonly<{ episodes: readonly EpisodeMetrics[]; traces: readonly Trace[] }>;

const RATIO_PARTS = 20;
const RATIO_TICKS = [1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24];

type RatioLine = Readonly<{ label: string; ratios: readonly number[] }>;

export function drawSteps({ title, methods, episodes, caption }: EpisodesFigure): Promise<string> {
  const lines = methods.map((method): RatioLine => {
    const methodEpisodes = episodesOf({ episodes }, method.planner);
    const ratios = methodEpisodes.flatMap(({ stepsRatio }) => stepsRatio ?? []);
    return { label: `${method.title} (${ratios.length} of ${methodEpisodes.length})`, ratios };
  });
  const key = keyRow([
    { kind: 'dot', text: '1 episode' },
    { kind: 'large', text: '40 or more' },
    { kind: 'mean', text: 'mean' },
    { kind: 'none', text: 'no success' },
  ]);
  return framedFigure({
    title,
    description:
      'Steps of successful episodes divided by the steps of the reference plan, by method: a dot for episodes with the same ratio, a bar for the mean',
    panels: [key, { width: 430, height: 26 * lines.length, layer: ratioLayers(lines) }],
    caption: [
      `Successes only; in brackets how many of the recorded episodes they are. Dot: episodes with the same ratio, to a twentieth, the larger the more; bar: mean; ${CROSS}: no success, or not recorded. The reference is the shortest plan that search with full knowledge found.`,
      ...caption,
    ],
  });
}

function ratioLayers(lines: readonly RatioLine[]): Layer[] {
  const end = 1.1 * Math.max(2, ...lines.flatMap(({ ratios }) => ratios));
  const values = RATIO_TICKS.filter((tick) => tick <= end);
  const x = {
    type: 'quantitative',
    scale: { type: 'log', domain: [0.93, end] as number[], nice: false },
    axis: { title: 'steps ÷ steps of the reference plan (logarithmic)', values, format: '~r' },
  } as const;
  const y = nominal(
    'label',
    { domain: lines.map(({ label }) => label) },
    { axis: { title: null, grid: true, domain: false } },
  );
  const size = { type: 'sqrt', domain: [1, 40] as number[], range: [30, 420] as number[], clamp: true } as const;
  const dots = lines.flatMap(({ label, ratios }) => {
    const groups = Map.groupBy(ratios, (ratio) => Math.round(ratio * RATIO_PARTS) / RATIO_PARTS);
    return [...groups].map(([ratio, { length }]) => ({ label, ratio, count: length }));
  });
  return [
    {
      data: { values: dots },
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
      data: { values: lines.filter(({ ratios }) => ratios.length === 0) },
      mark: CROSS_MARK,
      encoding: { x: { ...x, datum: 1 }, y },
    },
  ];
}

type RefusalCell = Readonly<Record<'label' | 'precondition' | 'text', string> & Record<'count' | 'share', number>>;

export function drawFailures({ title, methods, episodes, caption }: EpisodesFigure): Promise<string> {
  const groups = methods.map((method) => {
    const methodEpisodes = episodesOf({ episodes }, method.planner);
    const steps = sum(methodEpisodes.map((each) => each.steps));
    const refusals = total(methodEpisodes.flatMap(({ failures }) => Object.entries(failures)));
    return { label: axisLabel(method.title, `${steps} steps`), steps, refusals };
  });
  const overall = total(groups.flatMap(({ refusals }) => Object.entries(refusals)));
  const preconditions = Object.keys(overall).sort((a, b) => overall[b]! - overall[a]! || (a < b ? -1 : 1));
  const cells = groups.flatMap(({ label, steps, refusals }) =>
    preconditions.map((precondition): RefusalCell => {
      const count = refusals[precondition] ?? 0;
      const share = steps === 0 ? 0 : sixDigits((100 * count) / steps);
      return { label, precondition, count, share, text: steps === 0 ? CROSS : String(count) };
    }),
  );
  const labels = groups.map(({ label }) => label);
  return framedFigure({
    title,
    description: 'How many steps were refused for each failed precondition, by method',
    panels: [refusalGrid(cells, labels, preconditions)],
    caption: [
      `Numbers: refused steps of all recorded episodes of a method by the precondition that failed; colour: per 100 steps, strongest at 40. ${CROSS}: not recorded.`,
      ...caption,
    ],
  });
}

function refusalGrid(values: RefusalCell[], labels: string[], preconditions: string[]): Panel {
  const lines = Math.max(...labels.map((label) => label.split('|').length));
  const labelPadding = 6 + MULTILINE_LABELS.labelLineHeight * (lines - 1);
  const top = { title: null, orient: 'top', labelPadding, domain: false, ...MULTILINE_LABELS } as const;
  const x = nominal('label', { domain: labels }, { axis: top });
  const y = nominal('precondition', { domain: preconditions }, { axis: { title: null, domain: false } });
  const legend = { title: 'refused of 100 steps', orient: 'bottom', titleOrient: 'left', gradientLength: 160 } as const;
  const isPale = `datum.text === '${CROSS}' || datum.count === 0`;
  const color = {
    field: 'share',
    type: 'quantitative',
    scale: { type: 'sqrt', domain: [0, 40] as number[], range: ['#f4f4f2', '#d55e00'] as string[], clamp: true },
    legend: { ...legend, values: [0, 5, 10, 20, 40] as number[] },
  } as const;
  return {
    width: 92 * labels.length,
    height: 24 * Math.max(preconditions.length, 1),
    data: { values },
    encoding: { x, y },
    layer: [
      { mark: { type: 'rect', stroke: 'white', strokeWidth: 2 }, encoding: { color } },
      {
        mark: { type: 'text', fontSize: 11 },
        encoding: { text: { field: 'text' }, color: { condition: { test: isPale, value: PALE }, value: DARK } },
      },
    ],
  };
}

export function drawTokens({ title, methods, episodes, caption }: EpisodesFigure): Promise<string> {
  const lines = methods.map((method) => {
    const methodEpisodes = episodesOf({ episodes }, method.planner);
    const label = `${method.title} (n = ${methodEpisodes.length})`;
    return { label, values: costByRole(methodEpisodes).map((cost) => ({ ...cost, label, role: spaced(cost.role) })) };
  });
  const prompts = { field: 'promptTokens', title: 'tokens of prompts, mean per episode', width: 330, hasLabels: true };
  const answers = { field: 'completionTokens', title: 'tokens of answers', width: 190, hasLabels: false };
  return framedFigure({
    title,
    description: 'Mean tokens of prompts and of answers per episode, by method and role',
    panels: [{ spacing: 22, hconcat: [tokenPanel(prompts, lines), tokenPanel(answers, lines)] }],
    caption: [
      `Mean per recorded episode, as counted with the answers; n = episodes, ${CROSS} = not recorded.`,
      ...caption,
    ],
  });
}

type TokenSide = Readonly<{ field: string; title: string; hasLabels: boolean; width: number }>;
type TokenLine = Readonly<{ label: string; values: readonly { readonly role: string }[] }>;

function tokenPanel({ field, title, hasLabels, width }: TokenSide, lines: readonly TokenLine[]): Panel {
  const values = lines.flatMap((line) => line.values).map((value, order) => ({ ...value, order }));
  const labels = { domain: lines.map(({ label }) => label), paddingInner: 0.3 };
  const y = nominal('label', labels, { axis: hasLabels ? { title: null, domain: false } : null });
  const roles = cycleRange([...new Set(values.map(({ role }) => role))], PALETTE);
  // Without values an axis has no domain.
  const scale = values.length === 0 ? { scale: { domain: [0, 1] } } : {};
  return {
    width,
    height: 28 * lines.length,
    layer: [
      {
        data: { values },
        mark: { type: 'bar', stroke: 'white', strokeWidth: 1 },
        encoding: {
          y,
          x: { field, type: 'quantitative', axis: { title, domain: false, tickCount: 5, format: '~s' }, ...scale },
          color: nominal('role', roles, { legend: { title: null, orient: 'top', columns: 5 } }),
          order: { field: 'order', type: 'quantitative' },
        },
      },
      {
        data: { values: lines.filter((line) => line.values.length === 0).map(({ label }) => ({ label })) },
        mark: { ...CROSS_MARK, align: 'left', dx: 4 },
        encoding: { y, x: { datum: 0, type: 'quantitative' } },
      },
    ],
  };
}

const RANGE_ENDS = [0, 5, 10, 15, 20, 30, 60];
const RANGES = [
  ...RANGE_ENDS.map((last, at) => ({ label: at === 0 ? '0' : `${RANGE_ENDS[at - 1]! + 1}–${last}`, last })),
  { label: '> 60', last: Infinity },
];

type Point = Readonly<Record<'method' | 'range', string> & Record<'percent' | 'count', number>>;
type Part = Exclude<keyof TrackingCounts, 'claims'>;

export function updatesOf({ events }: Pick<Trace, 'events'>): (Pick<TrackingCounts, Part> & { steps: number })[] {
  let steps = 0;
  return events.flatMap((event) => {
    if (event.event === 'step') steps = event.number;
    return event.event === 'tracking' ? [{ ...event, steps }] : [];
  });
}

export function drawTracking({ title, methods, traces, caption }: EpisodesFigure): Promise<string> {
  const claims = methods.flatMap((method) => pointsOf(method, traces, ['correct', 'covered']));
  const changes = methods.flatMap((method) => pointsOf(method, traces, ['recalled', 'facts']));
  const points = [...claims, ...changes];
  const axes = {
    ranges: RANGES.map(({ label }) => label).filter((label) => points.some(({ range }) => range === label)),
    methods: methods.map(({ title }) => title).filter((name) => points.some(({ method }) => method === name)),
  };
  const panels = [
    trackingPanel('claims that are true, in %', claims, axes),
    trackingPanel('changes that are known, in %', changes, axes),
  ];
  return framedFigure({
    title,
    description:
      'Share of true claims and of known changes in the state that the planner keeps, by the steps done at the update',
    panels: [{ spacing: 30, hconcat: panels }],
    caption: [
      'Over all updates of recorded episodes, by how many steps had been done; numbers: claims or changes that a point stands for. Claims: attributes written, of those that the lexicon covers. Changes: what is no longer as it was at the start.',
      ...caption,
    ],
  });
}

function pointsOf({ planner, title }: ShownMethod, traces: readonly Trace[], [part, whole]: [Part, Part]): Point[] {
  const updates = traces.filter(({ header }) => header.planner === planner).flatMap(updatesOf);
  const ranges = Map.groupBy(updates, ({ steps }) => RANGES.find(({ last }) => steps <= last)!.label);
  return [...ranges].flatMap(([range, group]) => {
    const count = sum(group.map((update) => update[whole]));
    const percent = sixDigits((100 * sum(group.map((update) => update[part]))) / count);
    return count === 0 ? [] : [{ method: title, range, percent, count }];
  });
}

const COLOURS = [PALETTE[0], PALETTE[5], PALETTE[2], PALETTE[3]];
const SHAPES = ['circle', 'square', 'diamond', 'triangle-up'];

type TrackingAxes = Readonly<{ ranges: string[]; methods: string[] }>;

function trackingPanel(title: string, points: readonly Point[], { ranges, methods }: TrackingAxes): Panel {
  const legend = { title: null, orient: 'top', offset: 0 } as const;
  const encoding = {
    x: nominal('range', { domain: ranges }, { axis: { title: 'steps done', labelAngle: 0 } }),
    y: {
      field: 'percent',
      type: 'quantitative',
      scale: { domain: [0, 112] as number[] },
      axis: { title, domain: false, values: TICKS },
    },
    color: nominal('method', cycleRange(methods, COLOURS), { legend }),
  } as const;
  const numbers = [true, false].map(
    (isAbove): Layer => ({
      transform: [{ filter: `datum.isAbove === ${isAbove}` }],
      mark: { type: 'text', fontSize: 9.5, dy: isAbove ? -12 : 14 },
      encoding: { ...encoding, text: { field: 'count' } },
    }),
  );
  return {
    width: 46 * Math.max(ranges.length, 3),
    height: 200,
    data: { values: points.map((point) => ({ ...point, isAbove: isNumberAbove(point, points, methods) })) },
    layer: [
      { mark: { type: 'line', strokeWidth: 1.5, opacity: 0.7 }, encoding },
      {
        mark: { type: 'point', filled: true, size: 60, opacity: 1 },
        encoding: { ...encoding, shape: nominal('method', cycleRange(methods, SHAPES), { legend }) },
      },
      ...numbers,
    ],
  };
}

function isNumberAbove(
  { method, range, percent }: Point,
  points: readonly Point[],
  methods: readonly string[],
): boolean {
  const rivals = points.filter((other) => other.range === range && other.method !== method);
  if (rivals.every((other) => other.percent === percent)) return methods.indexOf(method) % 2 === 1;
  return rivals.every((other) => other.percent <= percent);
}
