import { total } from '../../trace/episode_counts.ts';
import { sixDigits, sum } from '../../trace/metrics/numbers.ts';
import type { EpisodesFigure } from '../paper_table.ts';
import { episodesOf } from '../suite_results.ts';
import { axisLabel, CROSS, DARK, framedFigure, IN_LINES, nominal, PALE, type Panel } from './figure.ts';

const CELL = { width: 92, height: 24 };

type Cell = Readonly<Record<'label' | 'precondition' | 'text', string> & Record<'count' | 'share', number>>;

export function drawFailures({ title, methods, episodes, caption }: Omit<EpisodesFigure, 'traces'>): Promise<string> {
  const groups = methods.map((method) => {
    const own = episodesOf({ episodes }, method.planner);
    const steps = sum(own.map((each) => each.steps));
    const refused = total(own.flatMap(({ failures }) => Object.entries(failures)));
    return { label: axisLabel(method.title, `${steps} steps`), steps, refused };
  });
  const over = total(groups.flatMap(({ refused }) => Object.entries(refused)));
  const preconditions = Object.keys(over).sort((a, b) => over[b]! - over[a]! || (a < b ? -1 : 1));
  const cells = groups.flatMap(({ label, steps, refused }) =>
    preconditions.map((precondition): Cell => {
      const count = refused[precondition] ?? 0;
      const share = steps === 0 ? 0 : sixDigits((100 * count) / steps);
      return { label, precondition, count, share, text: steps === 0 ? CROSS : String(count) };
    }),
  );
  const labels = groups.map(({ label }) => label);
  return framedFigure({
    title,
    description: 'How many steps were refused for each failed precondition, by method',
    panels: [grid(cells, labels, preconditions)],
    caption: [
      `Numbers: refused steps of all recorded episodes of a method by the precondition that failed; colour: per 100 steps, strongest at 40. ${CROSS}: not recorded.`,
      ...caption,
    ],
  });
}

function grid(cells: Cell[], labels: string[], preconditions: string[]): Panel {
  const lines = Math.max(...labels.map((label) => label.split('|').length));
  const labelPadding = 6 + IN_LINES.labelLineHeight * (lines - 1);
  const top = { title: null, orient: 'top', labelPadding, domain: false, ...IN_LINES } as const;
  const x = nominal('label', { domain: labels }, { axis: top });
  const y = nominal('precondition', { domain: preconditions }, { axis: { title: null, domain: false } });
  const legend = { title: 'refused of 100 steps', orient: 'bottom', titleOrient: 'left', gradientLength: 160 } as const;
  const isNothing = `datum.text === '${CROSS}' || datum.count === 0`;
  return {
    width: CELL.width * labels.length,
    height: CELL.height * Math.max(preconditions.length, 1),
    data: { values: cells },
    layer: [
      {
        mark: { type: 'rect', stroke: 'white', strokeWidth: 2 },
        encoding: {
          x,
          y,
          color: {
            field: 'share',
            type: 'quantitative',
            scale: { type: 'sqrt', domain: [0, 40], range: ['#f4f4f2', '#d55e00'], clamp: true },
            legend: { ...legend, values: [0, 5, 10, 20, 40] },
          },
        },
      },
      {
        mark: { type: 'text', fontSize: 11 },
        encoding: {
          x,
          y,
          text: { field: 'text' },
          color: { condition: { test: isNothing, value: PALE }, value: DARK },
        },
      },
    ],
  };
}
