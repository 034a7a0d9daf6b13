/**
 * What has happened in an episode so far: its events, and what the world says of them.
 *
 * @module
 */
import type { TapeMissError } from '../../cassettes/cassette/miss.ts';
import type { LlmCallError } from '../../cassettes/llm.ts';
import { firstTooDeep, NESTING_MAX } from '../../envs/checked_json.ts';
import type { Env, GoalStatus } from '../../envs/env.ts';
import type { EnvOptions, World } from '../../envs/world.ts';
import type { PlannerNote } from '../../planners/planner.ts';
import type { TraceEvent } from '../trace/trace_schema.ts';
import { noteSchema } from '../trace/trace_schema.ts';
import { GroundTruth } from './ground_truth.ts';

export class EpisodeLog {
  readonly events: TraceEvent[] = [];
  readonly groundTruth: GroundTruth;
  goal: GoalStatus = { success: false, share: 0 };
  steps = 0;
  calls = 0;
  /** Kept, so that a planner that swallows the error does not go on as if it had an answer. */
  miss: TapeMissError | null = null;
  /** Kept for the same reason. */
  refusedSecret: LlmCallError | null = null;
  /** What broke the client, such as a damaged tape: no fault of the planner, and nothing to go on with. */
  unusable: unknown = null;

  /** Of a world that was set up with these options. */
  constructor(env: Env, world: World, options: EnvOptions) {
    this.groundTruth = new GroundTruth(env, world, options);
  }

  /** Takes a planner's note into the trace, and after a belief how right it is. */
  note(given: PlannerNote): void {
    const note = checkedNote(given);
    this.events.push({ event: 'note', note });
    if (note.kind !== 'belief') return;
    const tracking = this.groundTruth.judge(note.belief);
    if (tracking !== null) this.events.push({ event: 'tracking', ...tracking });
  }
}

/** A planner of one's own may note anything, too. Throws what then ends the episode as `planner_failed`. */
function checkedNote(given: unknown): PlannerNote {
  try {
    const line = JSON.stringify({ note: given });
    if (firstTooDeep(line) !== null) throw new Error(`it has more than ${NESTING_MAX} levels of nesting in a trace`);
    const { note }: { note?: unknown } = JSON.parse(line);
    noteSchema.parse(note);
    return note as PlannerNote;
  } catch (cause) {
    throw new Error(
      'the planner noted what is no note; expected {kind: "belief", belief} or {kind: "parsed", …} as planners/planner.ts has them, as JSON can say it',
      { cause },
    );
  }
}
