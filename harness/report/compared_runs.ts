/**
 * Two runs compared, as the overview of their report shows it: as the page of `tapedeck compare` does, and what is known of each episode
 * that turned.
 *
 * @module
 */
import { compareSides } from '../compare/compare_sides.ts';
import { flipLines, missingOf, sidesOf } from '../compare/comparison_tables.ts';
import { runSide } from '../compare/trace_side.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { comparedSection } from './comparison_page.ts';
import { type Html, html } from './escaped_html.ts';

type NamedRun = { readonly name: string; readonly folder: string };

export type ComparedRuns = {
  readonly section: Html;
  /** What is compared, and what is not, a line each. */
  readonly sources: readonly string[];
  /** Episode, as the candidate calls it → where its traces part, and which lines of the prompt changed. */
  readonly partings: ReadonlyMap<string, readonly string[]>;
};

/** Success decides, at the level of 0.05 and without a margin; `tapedeck compare` can be told otherwise. */
export async function comparedRuns(baseline: NamedRun, candidate: NamedRun): Promise<ComparedRuns> {
  try {
    const [before, after] = [baseline, candidate].map(({ name, folder }) => runSide(name, folder));
    const comparison = await compareSides(before!, after!, {
      alpha: 0.05,
      deciding: ['success'],
      margins: { share: 0, metrics: {} },
    });
    const partings = new Map(comparison.flips.map((flip) => [flip.episode, flipLines(flip)]));
    return {
      section: comparedSection(comparison),
      sources: [...sidesOf(comparison), ...missingOf(comparison)],
      partings,
    };
  } catch (error) {
    // Runs that have nothing to do with each other may still be read side by side.
    if (!(error instanceof CommandFailure)) throw error;
    return { section: html`<p>Not compared: ${error.message}</p>`, sources: [], partings: new Map() };
  }
}
