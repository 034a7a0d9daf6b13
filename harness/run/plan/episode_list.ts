/**
 * The episodes of a run by number: cell by cell (a task in its scene), in each trial by trial, in each planner by planner. So those of
 * one task and trial, for which a world decides the same, come one after the other.
 *
 * Only the first trial of each is written down: a run of a million trials takes no more memory than one.
 *
 * @module
 */
import type { TraceHeader } from '../../trace/trace_schema.ts';

/** As far as a message between threads can carry it. */
export type EpisodeKinds = {
  /** Of each cell the headers of its first trial, one a planner. */
  readonly cells: readonly (readonly TraceHeader[])[];
  readonly trials: number;
};

/** Where an episode stands: among the cells, and within its cell; the trial from 1, the planner by its place. */
export type EpisodePlace = { readonly cell: number; readonly trial: number; readonly planner: number };

export class EpisodeList {
  readonly kinds: EpisodeKinds;
  /** How many episodes there are. */
  readonly length: number;
  /** The number of each cell's first episode. */
  readonly #firsts: readonly number[];

  constructor(kinds: EpisodeKinds) {
    this.kinds = kinds;
    const firsts: number[] = [];
    let length = 0;
    for (const cell of kinds.cells) {
      firsts.push(length);
      length += cell.length * kinds.trials;
    }
    this.#firsts = firsts;
    this.length = length;
  }

  placeOf(number: number): EpisodePlace {
    if (!(number >= 0 && number < this.length)) throw new Error(`The run has no episode ${number}`);
    let [cell, end] = [0, this.#firsts.length];
    // The last cell that does not begin after it; one without planners has no episode, and begins where the next does.
    while (end - cell > 1) {
      const middle = (cell + end) >> 1;
      if (this.#firsts[middle]! <= number) cell = middle;
      else end = middle;
    }
    const within = number - this.#firsts[cell]!;
    const planners = this.kinds.cells[cell]!.length;
    return { cell, trial: Math.floor(within / planners) + 1, planner: within % planners };
  }

  header(number: number): TraceHeader {
    const { cell, trial, planner } = this.placeOf(number);
    return { ...this.kinds.cells[cell]![planner]!, trial };
  }

  /** The first trial of every planner in every cell. */
  firstHeaders(): readonly TraceHeader[] {
    return this.kinds.cells.flat();
  }
}
