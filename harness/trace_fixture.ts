/**
 * Test support: a trace's header with nothing remarkable in it.
 *
 * @module
 */
import type { TraceHeader } from './trace.ts';

export function traceHeader(change: Partial<TraceHeader> = {}): TraceHeader {
  return {
    event: 'header',
    format: 1,
    suite: 's',
    world: 'household',
    scene: 'house',
    task: 'task',
    trial: 1,
    planner: 'p',
    options: {},
    privileged: false,
    model: 'm',
    prompts: 'paper',
    env: 'symbolic',
    instruction: '',
    stepsMax: 30,
    digests: { scene: '', task: '', prompts: '' },
    ...change,
  };
}
