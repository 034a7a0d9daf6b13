/**
 * Two runs compared, as the overview of their report shows it: the table of `tapedeck compare`, and what is known of each episode that
 * turned.
 *
 * @module
 */
import { compareSides } from '../compare/compare_sides.ts';
import type { Comparison } from '../compare/comparison.ts';
import { COLUMNS, cellsOf, flipLines, missingOf, notesOf, shownRows, sidesOf } from '../compare/comparison_tables.ts';
import { failureLines } from '../compare/failure_groups.ts';
import { runSide } from '../compare/trace_side.ts';
import { CommandFailure } from '../errors/failure.ts';
import type { Table } from '../tables/table.ts';

type NamedRun = { readonly name: string; readonly folder: string };

export type ComparedRuns = {
  /** Empty where the two cannot be compared. */
  readonly tables: readonly Table[];
  /** What speaks against the comparison, or why there is none. */
  readonly about: readonly string[];
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
      tables: [comparisonTable(comparison)],
      about: [comparison.overall.text, ...failureLines(comparison), ...comparison.warnings],
      partings,
    };
  } catch (error) {
    // Runs that have nothing to do with each other may still be read side by side.
    if (!(error instanceof CommandFailure)) throw error;
    return { tables: [], about: [`Not compared: ${error.message}`], partings: new Map() };
  }
}

function comparisonTable(comparison: Comparison): Table {
  return {
    name: 'comparison',
    title: 'Baseline and candidate in pairs',
    shown: { header: COLUMNS, lines: shownRows(comparison).map(cellsOf) },
    rows: [],
    notes: [...sidesOf(comparison), ...missingOf(comparison), ...notesOf(comparison)],
  };
}
