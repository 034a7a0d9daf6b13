import { clusteredInterval } from '../../../trace/metrics/intervals.ts';
import { sixDigits, sum } from '../../../trace/metrics/numbers.ts';
import { shareOf } from '../../../trace/metrics/pooling.ts';
import { drawSuccess, type PrintedShare, type SuccessPanel } from '../../figures/draw_success.ts';
import { episodeFigures } from '../../figures/episode_figures.ts';
import type { PaperFigure } from '../../paper_table.ts';
import { answersOf, episodesOf, type SuiteResults } from '../../suite_results.ts';
import {
  householdColumns,
  type Level,
  type PublishedLlmState,
  publishedLlmState,
  robotColumns,
  tasksOf,
} from './methods.ts';

const LEVELS = { simple: 'Simple tasks', hard: 'Hard tasks' } as const;

export const LLM_STATE_FIGURES: readonly PaperFigure[] = [
  {
    suite: 'household',
    file: 'household_success.svg',
    draw(results) {
      const published = publishedLlmState();
      return drawSuccess({
        title: 'LLM-State: success by method and difficulty',
        panels: (['simple', 'hard'] as const).map((level) => levelPanel(results, published, level)),
        caption: [
          `Here: ${answersOf(results)}. Paper: ${published.source.model}, ${published.source.id}, Tables I and II; of Table I the paper's share is that of the tasks recorded here.`,
        ],
      });
    },
  },
  {
    suite: 'robot',
    file: 'robot_success.svg',
    draw: (results) => {
      const published = publishedLlmState();
      return drawSuccess({
        title: 'LLM-State: success in the robot experiment',
        panels: [robotPanel(results, published)],
        caption: [
          `Here: ${answersOf(results)}. Paper: ${published.source.model}, ${published.source.id}, Table III, ${published.table_3.runs} runs of a real robot. "told": the same methods, told of the robot's one hand.`,
        ],
      });
    },
  },
  ...episodeFigures('household', {
    kinds: ['steps', 'failures', 'tracking', 'tokens'],
    where: 'in the household',
    methods: () => householdColumns(publishedLlmState()),
  }),
  ...episodeFigures('robot', {
    kinds: ['steps', 'failures', 'tracking', 'tokens'],
    where: 'in the robot experiment',
    methods: () => robotColumns(publishedLlmState()),
  }),
];

function levelPanel(results: SuiteResults, published: PublishedLlmState, level: Level): SuccessPanel {
  const tasks = tasksOf(published, level);
  const bars = householdColumns(published).map(({ title, planner, method }) => {
    const own = episodesOf(results, planner, tasks);
    const recorded = new Set(own.map(({ task }) => task));
    return {
      title,
      here: shareOf(own, ({ success }) => success),
      paper: printedShare(published, { method, level, recorded }),
    };
  });
  return { title: LEVELS[level], bars };
}

type Wanted = { readonly method: string; readonly level: Level; readonly recorded: ReadonlySet<string> };

/** Over recorded tasks, or all if none is; Table II prints means only, so its tasks count equally. */
function printedShare(published: PublishedLlmState, { method, level, recorded }: Wanted): PrintedShare | null {
  const { methods, table_1: tableOne, table_2: tableTwo } = published;
  const at = methods.indexOf(method);
  if (at >= 0) {
    const rows = tableOne.rows.filter((row) => row.level === level && (recorded.size === 0 || recorded.has(row.task)));
    const shares = rows.map((row) => ({ successes: row.successes[at] ?? 0, runs: tableOne.runsPerCell }));
    return percentages(
      sum(shares.map(({ successes }) => successes)) / sum(shares.map(({ runs }) => runs)),
      clusteredInterval(shares),
    );
  }
  const mean = tableTwo.means.find((each) => each.level === level);
  const percent = mean?.successPercent[tableTwo.methods.indexOf(method)];
  if (mean === undefined || percent === undefined) return null;
  const share = Number(percent) / 100;
  const runs = mean.runs / tasksOf(published, level).length;
  const even = tasksOf(published, level).map(() => ({ successes: share * runs, runs }));
  return percentages(share, clusteredInterval(even));
}

function robotPanel(results: SuiteResults, published: PublishedLlmState): SuccessPanel {
  const { methods, runs, successes, task } = published.table_3;
  const bars = robotColumns(published).map(({ title, planner, method }) => {
    const own = episodesOf(results, planner, [task]);
    const printed = successes[methods.indexOf(method)];
    const paper =
      printed === undefined ? null : percentages(printed / runs, clusteredInterval([{ successes: printed, runs }]));
    return { title, here: shareOf(own, ({ success }) => success), paper };
  });
  return { title: 'Heat food and bring it to the sofa', bars };
}

function percentages(share: number, [low, high]: readonly [number, number]): PrintedShare {
  return { percent: sixDigits(100 * share), low: sixDigits(100 * low), high: sixDigits(100 * high) };
}
