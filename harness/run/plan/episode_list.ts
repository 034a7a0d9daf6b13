import { seedOf } from '../../io/digest.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import type { RunRequest } from './run_request.ts';

type EpisodeKinds = Readonly<{ cells: readonly (readonly TraceHeader[])[]; trials: number }>;

type EpisodePlace = Readonly<{ cell: number; trial: number; planner: number }>;

/** Sorted by cell, trial and planner, so that episodes in the same world are consecutive. */
export class EpisodeList {
  readonly kinds: EpisodeKinds;
  readonly length: number;
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

  firstHeaders(): readonly TraceHeader[] {
    return this.kinds.cells.flat();
  }
}

export function episodeSeed({ scene, task, trial }: Pick<TraceHeader, 'scene' | 'task' | 'trial'>): number {
  return seedOf(`${scene}/${task}/${trial}`);
}

/** Ascending. Shard 1 of 3 gets episodes 0, 3, 6 …, so that shards are alike. */
export function selectedEpisodes(list: EpisodeList, { shard, trial }: Pick<RunRequest, 'shard' | 'trial'>): number[] {
  const { index, count } = shard ?? { index: 1, count: 1 };
  const numbers: number[] = [];
  for (let number = index - 1; number < list.length; number += count) {
    if (trial === undefined || list.placeOf(number).trial === trial) numbers.push(number);
  }
  return numbers;
}
