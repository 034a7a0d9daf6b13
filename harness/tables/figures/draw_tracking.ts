import { sixDigits, sum } from '../../trace/metrics/numbers.ts';
import type { Trace } from '../../trace/trace.ts';
import type { TrackingCounts } from '../../trace/trace_schema.ts';
import type { EpisodesFigure, ShownMethod } from '../paper_table.ts';
import { cycled, framedFigure, type Layer, nominal, PALETTE, type Panel, TICKS } from './figure.ts';

const LASTS = [0, 5, 10, 15, 20, 30, 60];
const RANGES = [
  ...LASTS.map((last, at) => ({ label: at === 0 ? '0' : `${LASTS[at - 1]! + 1}–${last}`, last })),
  { label: '> 60', last: Infinity },
];

type Update = Pick<TrackingCounts, 'covered' | 'correct' | 'facts' | 'recalled'> & { readonly steps: number };

export function updatesOf({ events }: Pick<Trace, 'events'>): Update[] {
  let steps = 0;
  return events.flatMap((event) => {
    if (event.event === 'step') steps = event.number;
    return event.event === 'tracking' ? [{ ...event, steps }] : [];
  });
}

export function drawTracking({ title, methods, traces, caption }: Omit<EpisodesFigure, 'episodes'>): Promise<string> {
  const points = methods.flatMap((method) => pointsOf(method, traces));
  const ranges = RANGES.filter(({ label }) => points.some(({ range }) => range === label)).map(({ label }) => label);
  const drawn = methods.filter(({ title: method }) => points.some((point) => point.method === method));
  const shown = { ranges, methods: drawn.map((method) => method.title) };
  const ofKind = (kind: Point['what']) => points.filter(({ what }) => what === kind);
  const panel = (kind: Point['what'], axis: string) => panelOf(ofKind(kind), { ...shown, title: axis });
  const panels = [panel('true', 'claims that are true, in %'), panel('known', 'changes that are known, in %')];
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

type Point = Readonly<Record<'method' | 'range', string> & Record<'percent' | 'count', number>> & {
  readonly what: 'true' | 'known';
};

function pointsOf({ planner, title }: ShownMethod, traces: readonly Trace[]): Point[] {
  const updates = traces.filter(({ header }) => header.planner === planner).flatMap(updatesOf);
  const ranges = Map.groupBy(updates, ({ steps }) => RANGES.find(({ last }) => steps <= last)!.label);
  return [...ranges].flatMap(([range, group]) => {
    const add = (field: Exclude<keyof Update, 'steps'>) => sum(group.map((update) => update[field]));
    const point = (what: Point['what'], part: number, count: number): Point[] =>
      count === 0 ? [] : [{ method: title, range, what, percent: sixDigits((100 * part) / count), count }];
    return [...point('true', add('correct'), add('covered')), ...point('known', add('recalled'), add('facts'))];
  });
}

const COLOURS = [PALETTE[0], PALETTE[5], PALETTE[2], PALETTE[3]];
const SHAPES = ['circle', 'square', 'diamond', 'triangle-up'];

type Shown = Readonly<{ ranges: string[]; methods: string[]; title: string }>;

function panelOf(values: readonly Point[], { ranges, methods, title }: Shown): Panel {
  const legend = { title: null, orient: 'top', offset: 0 } as const;
  const encoding = {
    x: nominal('range', { domain: ranges }, { axis: { title: 'steps done', labelAngle: 0 } }),
    y: {
      field: 'percent',
      type: 'quantitative',
      scale: { domain: [0, 112] as number[] },
      axis: { title, domain: false, values: TICKS },
    },
    color: nominal('method', cycled(methods, COLOURS), { legend }),
  } as const;
  const layer: Layer[] = [
    { mark: { type: 'line', strokeWidth: 1.5, opacity: 0.7 }, encoding },
    {
      mark: { type: 'point', filled: true, size: 60, opacity: 1 },
      encoding: { ...encoding, shape: nominal('method', cycled(methods, SHAPES), { legend }) },
    },
    ...[true, false].map(
      (isAbove): Layer => ({
        transform: [{ filter: `datum.isAbove === ${isAbove}` }],
        mark: { type: 'text', fontSize: 9.5, dy: isAbove ? -12 : 14 },
        encoding: { ...encoding, text: { field: 'count' } },
      }),
    ),
  ];
  return { width: 46 * Math.max(ranges.length, 3), height: 200, data: { values: labelled(values, methods) }, layer };
}

function labelled(values: readonly Point[], methods: readonly string[]): (Point & { readonly isAbove: boolean })[] {
  const isOdd = ({ method }: Point) => methods.indexOf(method) % 2 === 1;
  return values.map((point) => {
    const rivals = values.filter((other) => other.range === point.range && other.method !== point.method);
    const isTied = rivals.every(({ percent }) => percent === point.percent);
    const isAbove = isTied ? isOdd(point) : rivals.every(({ percent }) => percent <= point.percent);
    return { ...point, isAbove };
  });
}
