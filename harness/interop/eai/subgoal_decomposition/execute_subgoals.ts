/**
 * Subgoals brought about one after the other, in every way that there is; after EAI, breadth first.
 *
 * @module
 */
import type { VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import type { FailureClass } from '../action_sequencing/failure_class.ts';
import { carryOut, type DoneStep } from '../action_sequencing/run_plan.ts';
import { type Subgoal, subgoalLines } from './subgoal_lines.ts';

/** One way as far as it went. */
export type Way = {
  readonly done: readonly string[];
  /** Additional steps, and what ended it. */
  readonly errors: readonly FailureClass[];
  readonly isComplete: boolean;
};

type Options = { readonly robot: string; readonly isAction: (name: string) => boolean };

/** Subgoals with two ways each could make more; no more are followed. */
const WAYS_MAX = 4096;

/** Throws a NamelessObject where a subgoal that is reached names an object without id. */
export function executeSubgoals(
  simulator: VirtualHomeSimulator,
  subgoals: readonly Subgoal[],
  options: Options,
): readonly Way[] {
  const ended: Way[] = [];
  let ways: Way[] = [{ done: [], errors: [], isComplete: false }];
  for (const subgoal of subgoals) {
    const next: Way[] = [];
    for (const way of ways) {
      replay(simulator, way.done);
      const isHeld = (object: string) => {
        const node = simulator.state.tables.scene.indexOf.get(Number(object.split('.')[1]));
        return node !== undefined && simulator.state.isHeld(node);
      };
      const choices = subgoalLines(subgoal, { ...options, isHeld });
      if (choices.length === 0) next.push(way);
      for (const lines of choices) {
        const tried = follow(simulator, way, lines);
        (tried.isComplete ? next : ended).push({ ...tried, isComplete: false });
      }
    }
    ways = next.slice(0, WAYS_MAX);
  }
  return [...ended, ...ways.map((way) => ({ ...way, isComplete: true }))];
}

export function replay(simulator: VirtualHomeSimulator, lines: readonly string[]): DoneStep[] {
  simulator.reset();
  return lines.map((line) => {
    const step = simulator.read(line);
    simulator.act(step);
    return { line, step };
  });
}

function follow(simulator: VirtualHomeSimulator, way: Way, lines: readonly string[]): Way {
  const done = replay(simulator, way.done);
  const errors = [...way.errors];
  const wayNow = (isComplete: boolean): Way => ({ done: done.map((each) => each.line), errors, isComplete });
  for (const line of lines) {
    const failure = carryOut(simulator, line, done);
    if (failure !== null) errors.push(failure.class);
    if (failure !== null && failure.class !== 'additional_step') return wayNow(false);
  }
  return wayNow(true);
}
