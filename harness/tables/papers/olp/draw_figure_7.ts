import {
  CROSS_MARK,
  DARK,
  framedFigure,
  type Key,
  keyRow,
  type Layer,
  MULTILINE_LABELS,
  nominal,
  PALE_OPACITY,
  PALETTE,
  type Panel,
  PERCENT,
  panelTitle,
  TICKS,
  whiskers,
} from '../../figures/figure.ts';
import { episodesOf, type SuiteResults } from '../../suite_results.ts';
import { OLP_METHODS, type OlpSetting, olpCell, SETTINGS } from './olp.ts';
import published from './published.json' with { type: 'json' };

const { source, figure_7: figure } = published;

export function figureSevenBars(results: SuiteResults) {
  return figure.rows.flatMap(({ setting, task, size, completionPercent }) =>
    OLP_METHODS.map((method) => ({
      ...{ setting, task, size, method },
      completed: olpCell(episodesOf(results, method.planner, [task])).completed,
      paperPercent: method.paperIndex === null ? null : (completionPercent[method.paperIndex] ?? null),
    })),
  );
}

type FigureSevenBar = ReturnType<typeof figureSevenBars>[number];

const COLOURS = [...PALETTE.slice(0, 4), PALETTE[7]];

export function drawFigureSeven(results: SuiteResults): Promise<string> {
  const bars = figureSevenBars(results);
  const panels = SETTINGS.map((each) => {
    const settingBars = bars.filter(({ setting }) => setting === each.setting);
    return panel(each, settingBars);
  });
  return framedFigure({
    title: 'OLP, Figure 7: plan completion by size of the task',
    description:
      'Plan completion in percent by size of the task, for towers, words and piles of blocks: bars for what is recorded here, diamonds for the values of the paper. The numbers are in olp_figure_7.md',
    spacing: 10,
    panels: [legend(), { spacing: 18, hconcat: panels }],
    caption: captionSentences(results, bars),
  });
}

function panel({ setting, title, size }: OlpSetting, bars: readonly FigureSevenBar[]): Panel {
  const groups = [...Map.groupBy(bars, ({ task }) => task).values()];
  const labels = groups.map(
    (group) => `${group[0]?.size}|n = ${spanText(group.filter(({ method }) => method.paperIndex !== null))}`,
  );
  const values = groups.flatMap((group, at) =>
    group.map(({ completed, paperPercent }, place) => ({
      ...{ ...completed, group: labels[at], place, colour: COLOURS[place], paper: paperPercent },
      opacity: (completed?.episodes ?? 0) < figure.scenesPerTask ? PALE_OPACITY : 1,
    })),
  );
  const places = [...new Set(values.map(({ place }) => place))];
  return {
    width: 64 * groups.length,
    height: 240,
    title: panelTitle(title),
    data: { values },
    encoding: {
      x: nominal(
        'group',
        { domain: labels, paddingInner: 0.2, paddingOuter: 0.1 },
        { axis: { title: size, titlePadding: 8, ...MULTILINE_LABELS } },
      ),
      xOffset: { field: 'place', type: 'nominal', sort: null, scale: { domain: places, paddingInner: 0.24 } },
    },
    layer: [bar(setting === 'tower'), ...whiskers(PERCENT, INTERVAL), NOT_RECORDED, ...PAPER],
  };
}

const COLOUR = { field: 'colour', type: 'nominal', scale: null } as const;
const INTERVAL = { of: 'percent', low: 'low', high: 'high', color: DARK, size: 5 } as const;

const AXIS = { values: TICKS, domain: false, labelPadding: 2, minExtent: 26, maxExtent: 26 };

function bar(hasTitle: boolean): Layer {
  return {
    transform: [{ filter: 'isValid(datum.percent)' }],
    mark: { type: 'bar', strokeWidth: 1 },
    encoding: {
      y: { ...PERCENT, field: 'percent', axis: { ...AXIS, title: hasTitle ? 'plan completion in %' : null } },
      fill: COLOUR,
      stroke: COLOUR,
      fillOpacity: { field: 'opacity', type: 'quantitative', scale: null },
    },
  };
}

const NOT_RECORDED: Layer = {
  transform: [{ filter: '!isValid(datum.percent)' }],
  mark: { ...CROSS_MARK, fontSize: 12, dy: -12 },
  encoding: { y: { ...PERCENT, datum: 0 } },
};

const WITH_PAPER = [{ filter: 'isValid(datum.paper)' }];
const DIAMOND = { type: 'point', shape: 'diamond', filled: true, opacity: 1 } as const;
const PRINTED = { ...PERCENT, field: 'paper' };
const PAPER: readonly Layer[] = [
  { transform: WITH_PAPER, mark: { ...DIAMOND, size: 130, color: 'white' }, encoding: { y: PRINTED } },
  {
    transform: WITH_PAPER,
    mark: { ...DIAMOND, size: 52, stroke: DARK, strokeWidth: 1.2 },
    encoding: { y: PRINTED, fill: COLOUR },
  },
];

function spanText(bars: readonly FigureSevenBar[]): string {
  const runs = bars.map(({ completed }) => completed?.episodes ?? 0);
  const [least, most] = [Math.min(...runs), Math.max(...runs)];
  return least === most ? String(least) : `${least}–${most}`;
}

function legend(): Panel {
  const keys: readonly Key[] = [
    ...OLP_METHODS.map(({ title }, at): Key => ({ kind: 'bar', text: title, colour: COLOURS[at] ?? DARK })),
    { kind: 'pale', text: `fewer than ${figure.scenesPerTask} episodes` },
    { kind: 'interval', text: '95 % interval' },
    { kind: 'paper', text: 'value of the paper' },
    { kind: 'none', text: 'not recorded here' },
  ];
  return keyRow(keys, { at: LEGEND_PLACES, width: 1000 });
}

const LEGEND_PLACES = [7, 70, 178, 258, 336, 422, 590, 708, 854];

function captionSentences(results: SuiteResults, bars: readonly FigureSevenBar[]): string[] {
  const oracle = spanText(bars.filter(({ method }) => method.paperIndex === null));
  const answers = results.provenance.length === 0 ? 'no answers are recorded' : results.provenance.join('; ');
  return [
    `Here: share of recorded episodes whose whole plan was carried out; n = episodes of each method and size, Oracle ${oracle}.`,
    `Answers of model "${results.model}" (${answers}).`,
    `Paper: ${source.model}, ${source.id}, ${figure.where}, ${figure.scenesPerTask} scenes a size; Oracle is not in it.`,
    'The release sets success anew for each unit of an OLP plan, so that only the last one counts: published completion of OLP may be too high.',
  ];
}
