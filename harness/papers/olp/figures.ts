/**
 * What OLP's tables leave out, as figures: refusals by precondition and tokens by role. Figure 7 is drawn with its table.
 *
 * @module
 */
import { drawFailures } from '../../tables/figures/draw_failures.ts';
import { drawTokens } from '../../tables/figures/draw_tokens.ts';
import type { PaperFigure } from '../../tables/paper_figure.ts';
import { answersOf } from '../../tables/suite_results.ts';
import { olpMethods } from './cells.ts';
import { publishedOlp } from './published.ts';

export const OLP_FIGURES: readonly PaperFigure[] = [
  {
    suite: 'tabletop',
    file: 'tabletop_failures.svg',
    draw: (results) =>
      drawFailures({
        ...results,
        title: 'Refused steps by precondition at the table',
        methods: olpMethods(publishedOlp()),
        caption: [`Here: ${answersOf(results)}.`],
      }),
  },
  {
    suite: 'tabletop',
    file: 'tabletop_tokens.svg',
    draw: (results) =>
      drawTokens({
        ...results,
        title: 'Tokens by role at the table',
        methods: olpMethods(publishedOlp()).filter(({ at }) => at !== null),
        caption: [`Here: ${answersOf(results)}.`],
      }),
  },
];
