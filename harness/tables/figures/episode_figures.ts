import type { EpisodesFigure, PaperFigure, ShownMethod } from '../paper_table.ts';
import { answersOf } from '../suite_results.ts';
import { drawFailures } from './draw_failures.ts';
import { drawSteps } from './draw_steps.ts';
import { drawTokens } from './draw_tokens.ts';
import { drawTracking } from './draw_tracking.ts';

const ASKS_NO_MODEL: readonly string[] = ['random', 'oracle'];

type Kind = {
  readonly title: string;
  readonly ofAsking: boolean;
  readonly draw: (figure: EpisodesFigure) => Promise<string>;
};

const KINDS = {
  steps: { title: 'Steps against the reference plan', ofAsking: false, draw: drawSteps },
  failures: { title: 'Refused steps by precondition', ofAsking: false, draw: drawFailures },
  tracking: { title: 'State tracking over the steps', ofAsking: true, draw: drawTracking },
  tokens: { title: 'Tokens by role', ofAsking: true, draw: drawTokens },
} as const satisfies Readonly<Record<string, Kind>>;

type EpisodeFigures = {
  readonly kinds: readonly (keyof typeof KINDS)[];
  readonly where: string;
  readonly methods: readonly ShownMethod[];
};

export function episodeFigures(suite: string, { kinds, where, methods }: EpisodeFigures): PaperFigure[] {
  return kinds.map((kind) => {
    const { title, ofAsking, draw } = KINDS[kind];
    return {
      suite,
      file: `${suite}_${kind}.svg`,
      draw: (results, traces) =>
        draw({
          title: `${title} ${where}`,
          methods: methods.filter(({ planner }) => !(ofAsking && ASKS_NO_MODEL.includes(planner))),
          episodes: results.episodes,
          traces,
          caption: [`Here: ${answersOf(results)}.`],
        }),
    };
  });
}
