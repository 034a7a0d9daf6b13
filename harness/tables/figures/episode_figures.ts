import type { PaperFigure, ShownMethod } from '../paper_table.ts';
import { answersOf } from '../suite_results.ts';
import { drawFailures } from './draw_failures.ts';
import { drawSteps } from './draw_steps.ts';
import { drawTokens } from './draw_tokens.ts';
import { drawTracking } from './draw_tracking.ts';

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
