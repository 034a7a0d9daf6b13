import type { Share } from '../../../trace/metrics/numbers.ts';
import { clusteredShare, shareOf } from '../../../trace/metrics/pooling.ts';
import { drawSuccess } from '../../figures/draw_success.ts';
import { episodeFigures } from '../../figures/episode_figures.ts';
import { answersOf, episodesOf, type PaperFigure, type SuiteResults } from '../../suite_results.ts';
import { householdColumns, robotColumns, sameTasks, tasksOf } from './methods.ts';
import published from './published.json' with { type: 'json' };

const { source, table_2: tableTwo, table_3: tableThree } = published;

const KINDS = ['steps', 'failures', 'tracking', 'tokens'] as const;

export const LLM_STATE_FIGURES: readonly PaperFigure[] = [
  {
    suite: 'household',
    file: 'household_success.svg',
    draw: (results) =>
      drawSuccess({
        title: 'LLM-State: success by method and difficulty',
        panels: [levelPanel(results, 'simple', 'Simple tasks'), levelPanel(results, 'hard', 'Hard tasks')],
        caption: [
          `Here: ${answersOf(results)}. Paper: ${source.model}, ${source.id}, Tables I and II; of Table I the paper's share is that of the tasks recorded here.`,
        ],
      }),
  },
  {
    suite: 'robot',
    file: 'robot_success.svg',
    draw: (results) =>
      drawSuccess({
        title: 'LLM-State: success in the robot experiment',
        panels: [robotPanel(results)],
        caption: [
          `Here: ${answersOf(results)}. Paper: ${source.model}, ${source.id}, Table III, ${tableThree.runs} runs of a real robot. "told": the same methods, told of the robot's one hand.`,
        ],
      }),
  },
  ...episodeFigures('household', { kinds: KINDS, where: 'in the household', methods: householdColumns() }),
  ...episodeFigures('robot', { kinds: KINDS, where: 'in the robot experiment', methods: robotColumns() }),
];

function levelPanel(results: SuiteResults, level: string, title: string) {
  const bars = householdColumns().map(({ method, planner, title }) => {
    const episodes = episodesOf(results, planner, tasksOf(level));
    const paper = sameTasks(method, level, episodes).share ?? tableTwoShare(method, level);
    return { title, here: shareOf(episodes, ({ success }) => success), paper };
  });
  return { title, bars };
}

/** Table II prints means only, so its tasks count equally. */
function tableTwoShare(method: string, level: string): Share | null {
  const mean = tableTwo.means.find((each) => each.level === level);
  const percent = mean?.successPercent[tableTwo.methods.indexOf(method)];
  if (mean === undefined || percent === undefined) return null;
  const runs = mean.runs / tasksOf(level).length;
  return clusteredShare(tasksOf(level).map(() => ({ successes: (Number(percent) / 100) * runs, runs })));
}

function robotPanel(results: SuiteResults) {
  const { methods, runs, successes, task } = tableThree;
  const bars = robotColumns().map(({ title, planner, method }) => {
    const episodes = episodesOf(results, planner, [task]);
    const printed = successes[methods.indexOf(method)];
    const paper = printed === undefined ? null : clusteredShare([{ successes: printed, runs }]);
    return { title, here: shareOf(episodes, ({ success }) => success), paper };
  });
  return { title: 'Heat food and bring it to the sofa', bars };
}
