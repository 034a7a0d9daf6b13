import type { TapeMissError } from '../../cassettes/cassette/replay.ts';
import type { LlmCallError } from '../../cassettes/llm.ts';
import { firstTooDeep, NESTING_MAX } from '../../envs/checked_json.ts';
import type { Action, Env, GoalStatus, Model, Observation, Refusal } from '../../envs/env.ts';
import { type BeliefWatch, type EnvOptions, mistakeOf, type Tracking, type World } from '../../envs/world.ts';
import type { PlannerNote } from '../../planners/planner.ts';
import { type ErrorKind, errorOfMistake, noteSchema, type TraceEvent } from '../trace/trace_schema.ts';

export class EpisodeLog {
  readonly events: TraceEvent[] = [];
  readonly groundTruth: GroundTruth;
  goal: GoalStatus = { success: false, share: 0 };
  steps = 0;
  calls = 0;
  /** These end the episode even if the planner catches them. */
  miss: TapeMissError | null = null;
  refusedSecret: LlmCallError | null = null;
  unusable: unknown = null;

  constructor(env: Env, world: World, options: EnvOptions) {
    this.groundTruth = new GroundTruth(env, world, options);
  }

  note(unchecked: PlannerNote): void {
    const note = checkNote(unchecked);
    this.events.push({ event: 'note', note });
    if (note.kind !== 'belief') return;
    const tracking = this.groundTruth.judge(note.belief);
    if (tracking !== null) this.events.push({ event: 'tracking', ...tracking });
  }
}

function checkNote(unchecked: unknown): PlannerNote {
  try {
    const line = JSON.stringify({ note: unchecked });
    if (firstTooDeep(line) !== null) throw new Error(`in the trace it would have more than ${NESTING_MAX} levels`);
    const { note }: { note?: unknown } = JSON.parse(line);
    noteSchema.parse(note);
    return note as PlannerNote;
  } catch (cause) {
    throw new Error(
      'the planner gave an invalid note; expected {kind: "belief", belief} or {kind: "parsed", …} in JSON, as planners/planner.ts describes them',
      { cause },
    );
  }
}

/** Above the step limit of every shipped task. */
const MODELS_MAX = 1_000;

type Judge = Pick<World, 'preconditions' | 'beliefs'>;

export class GroundTruth {
  readonly #env: Env;
  readonly #world: Judge;
  readonly #watch: BeliefWatch | null;
  readonly #earlierModels: Model[] = [];

  constructor(env: Env, world: Judge, options: EnvOptions) {
    this.#env = env;
    this.#world = world;
    this.#watch = env.model === undefined ? null : (world.beliefs?.watch(options, { complete: false }) ?? null);
  }

  /** Call at the start and after every executed step. */
  remember(): void {
    const now = this.#earlierModels.length < MODELS_MAX ? this.#env.model?.() : undefined;
    if (now !== undefined) this.#earlierModels.push(now);
  }

  errorOf(action: Action, reason: Refusal): ErrorKind | undefined {
    if (this.#env.model === undefined) return undefined;
    return errorOfMistake(
      mistakeOf(this.#world, action, reason),
      this.#earlierModels.some((model) => model.refusal(action) === null),
    );
  }

  see(observation: Observation, after: Readonly<{ action: Action; ok: boolean }> | null = null): void {
    this.#watch?.sees(observation, after);
  }

  judge(belief: unknown): Tracking | null {
    const model = this.#env.model?.();
    return model === undefined ? null : (this.#watch?.judge(belief, model) ?? null);
  }
}
