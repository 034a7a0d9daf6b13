/**
 * Where chance in an episode comes from.
 *
 * @module
 */
import { seedOf } from '../../io/digest.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';

/** All planners of a task and trial meet the same chance. */
export function episodeSeed({ scene, task, trial }: Pick<TraceHeader, 'scene' | 'task' | 'trial'>): number {
  return seedOf(`${scene}/${task}/${trial}`);
}
