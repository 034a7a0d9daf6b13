/**
 * Figures of recorded episodes, beside those that are drawn with a paper's table.
 *
 * @module
 */
import type { PaperFigure } from '../tables/paper_figure.ts';
import { DRAWN_EPISODES } from './llm_state/drawn_episodes.ts';
import { LLM_STATE_FIGURES } from './llm_state/figures.ts';
import { OLP_FIGURES } from './olp/figures.ts';

export const PAPER_FIGURES: readonly PaperFigure[] = [...LLM_STATE_FIGURES, ...DRAWN_EPISODES, ...OLP_FIGURES];
