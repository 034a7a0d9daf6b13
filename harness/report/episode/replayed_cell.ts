/**
 * The task of an episode in its scene, to carry out its actions once more: where things are is not in a trace.
 *
 * @module
 */
import { invalid } from '../../io/errors/failure.ts';
import { type PlannedCell, planCells } from '../../run/plan/plan_cells.ts';
import { readSuite } from '../../run/suites/suite.ts';
import { episodeId } from '../../trace/trace.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';

/** `suite` is a name or the path of a file. Throws a CommandFailure where the suite has no such episode any more. */
export function replayedCell(header: TraceHeader, suite: string): PlannedCell {
  const { scene, task } = header;
  const envOptions = Object.entries(header.envOptions).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const [cell] = planCells({ suite, scenes: [scene], tasks: [task], envOptions }, readSuite(suite));
  if (cell === undefined) throw invalid(`Suite "${suite}" has no episode "${episodeId(header)}"`);
  return cell;
}
