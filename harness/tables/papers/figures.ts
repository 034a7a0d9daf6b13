import { episodeFigures } from '../figures/episode_figures.ts';
import type { PaperFigure } from '../paper_table.ts';
import { DRAWN_EPISODES } from './llm_state/drawn_episodes.ts';
import { LLM_STATE_FIGURES } from './llm_state/figures.ts';
import { olpMethods, publishedOlp } from './olp/olp.ts';

export const PAPER_FIGURES: readonly PaperFigure[] = [
  ...LLM_STATE_FIGURES,
  ...DRAWN_EPISODES,
  ...episodeFigures('tabletop', {
    kinds: ['failures', 'tokens'],
    where: 'at the table',
    methods: () => olpMethods(publishedOlp()),
  }),
];
