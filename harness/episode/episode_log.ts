import type { TapeMissError } from '../../cassettes/cassette/miss.ts';
import type { LlmCallError } from '../../cassettes/llm.ts';
import { firstTooDeep, NESTING_MAX } from '../../envs/checked_json.ts';
import type { Action, Env, GoalStatus, Model, Observation, Refusal } from '../../envs/env.ts';
import { type BeliefWatch, type EnvOptions, mistakeOf, type Tracking, type World } from '../../envs/world.ts';
import type { PlannerNote } from '../../planners/planner.ts';
import { type ErrorKind, errorOfMistake } from '../trace/action_errors.ts';
import { noteSchema, type TraceEvent } from '../trace/trace_schema.ts';

export class EpisodeLog {
  readonly events: TraceEvent[] = [];
  readonly groundTruth: GroundTruth;
  goal: GoalStatus = { success: false, share: 0 };
  steps = 0;
  calls = 0;
  /** Kept, so that a planner that swallows the error does not go on as if it had an answer. */
  miss: TapeMissError | null = null;
  refusedSecret: LlmCallError | null = null;
  /** What broke the client, such as a damaged tape: no fault of the planner, and nothing to go on with. */
  unusable: unknown = null;

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

/** A user's planner may note anything. Throws what then ends the episode as `planner_failed`. */
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

/** So many moments of an episode are remembered; the number is ours, above the step limit of any shipped task. */
const MOMENTS_MAX = 1_000;

/** What the world says of an episode: which mistake a refused step was, and how right a belief is. Planners do not hear of it. */
export class GroundTruth {
  readonly #env: Env;
  readonly #world: Pick<World, 'preconditions' | 'beliefs'>;
  /** Null where beliefs cannot be judged. */
  readonly #watch: BeliefWatch | null;
  /** The world at the start and after every step that was carried out. */
  readonly #moments: Model[] = [];

  constructor(env: Env, world: Pick<World, 'preconditions' | 'beliefs'>, options: EnvOptions) {
    this.#env = env;
    this.#world = world;
    this.#watch = env.model === undefined ? null : (world.beliefs?.watch(options, { complete: false }) ?? null);
  }

  /** To be called at the start and after every step that was carried out. */
  remember(): void {
    const now = this.#moments.length < MOMENTS_MAX ? this.#env.model?.() : undefined;
    if (now !== undefined) this.#moments.push(now);
  }

  errorOf(action: Action, reason: Refusal): ErrorKind | undefined {
    if (this.#env.model === undefined) return undefined;
    return errorOfMistake(
      mistakeOf(this.#world, action, reason),
      this.#moments.some((moment) => moment.refusal(action) === null),
    );
  }

  /** Takes what the planner sees, and the action that led to it. */
  sees(observation: Observation, after: { readonly action: Action; readonly ok: boolean } | null = null): void {
    this.#watch?.sees(observation, after);
  }

  /** How right a belief is now; null where it cannot be judged. */
  judge(belief: unknown): Tracking | null {
    const model = this.#env.model?.();
    return model === undefined ? null : (this.#watch?.judge(belief, model) ?? null);
  }
}
