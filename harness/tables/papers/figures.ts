import { episodeFigures } from '../figures/episode_figures.ts';
import type { PaperFigure } from '../paper_table.ts';
import { DRAWN_EPISODES } from './llm_state/drawn_episodes.ts';
import { LLM_STATE_FIGURES } from './llm_state/figures.ts';
import { drawFigureSeven } from './olp/draw_figure_7.ts';
import { OLP_METHODS } from './olp/olp.ts';

export const PAPER_FIGURES: readonly PaperFigure[] = [
  ...LLM_STATE_FIGURES,
  ...DRAWN_EPISODES,
  { suite: 'tabletop', file: 'olp_figure_7.svg', draw: drawFigureSeven },
  ...episodeFigures('tabletop', { kinds: ['failures', 'tokens'], where: 'at the table', methods: OLP_METHODS }),
];
