/**
 * Plays some episodes of a suite again from tapes.
 *
 * @module
 */
import type { Messages } from '../io/messages.ts';
import { collectRun } from '../run/execute_run.ts';
import type { RunResult } from '../run/stored_run.ts';
import type { EpisodeName } from '../trace/trace.ts';

export type Replaying = { readonly signal: AbortSignal; readonly messages: Messages; readonly jobs: number };

export type Cells = {
  /** By name, or the path of its file. */
  readonly suite: string;
  /** At least one. All planners of one are played in all scenes and tasks of another. */
  readonly cells: readonly Pick<EpisodeName, 'scene' | 'task' | 'planner' | 'trial'>[];
  readonly tapes: readonly string[];
  readonly model?: string;
};

/** Rejects where the suite has no such scene or task. */
export function replayCells(
  { suite, cells, tapes, model }: Cells,
  { signal, messages, jobs }: Replaying,
): Promise<RunResult> {
  const all = (of: (cell: Cells['cells'][number]) => string) => [...new Set(cells.map(of))];
  return collectRun(
    {
      suite,
      scenes: all(({ scene }) => scene),
      tasks: all(({ task }) => task),
      planners: all(({ planner }) => planner),
      trials: Math.max(...cells.map(({ trial }) => trial)),
      ...(model === undefined ? {} : { model }),
    },
    { mode: 'replay', tapes, jobs },
    { signal, messages },
  );
}
