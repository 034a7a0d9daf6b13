/**
 * The contract between a world and a planner, tested by `kit/env_contract.ts`. A refused action is a result with a reason; an
 * exception is a bug or an unreachable world.
 */

/** In the planner's words (LLM-State, section III-A); the names may be unknown. */
export type Action = Readonly<{
  verb: string;
  args: readonly string[];
}>;

export type Refusal = Readonly<{
  /** A stable name such as `close_to_robot`; metrics count refusals by it. */
  precondition: string;
  /** For the log; hidden from planners. */
  message: string;
  /** The failed level, in worlds with an arm. */
  level?: 'symbolic' | 'grasp' | 'ik' | 'path';
  /** A block, `table`, `robot` (the arm itself) or `reach` (too far). */
  obstacle?: string;
}>;

/** `share` is goal-condition recall in [0, 1] (ProgPrompt, section IV); `success` is a share of 1. */
export type GoalStatus = Readonly<{
  success: boolean;
  share: number;
}>;

/** What a robot sees; each world's `observation.ts` adds to it. */
export type Observation = { readonly world: string };

export type ActionSpace<O extends Observation = Observation> = {
  /** Verb → number of arguments. */
  readonly verbs: Readonly<Record<string, number>>;
  /** The names that an action may use now; never empty. */
  namesIn(observation: O): readonly string[];
};

export type ArmMotion = Readonly<{
  /** The hand's turn about the vertical, in radians. */
  yaw: number;
  /** Joint angles in radians with four decimals, connected by straight lines. */
  path: readonly (readonly number[])[];
  /** Number of configurations tested for collisions. */
  checks: number;
}>;

export type ResetResult<O extends Observation> = Readonly<{
  observation: O;
  goal: GoalStatus;
}>;

export type StepResult<O extends Observation> = ResetResult<O> &
  (
    | Readonly<{
        ok: true;
        /** The actual refusal behind a false success report; only for the trace. */
        concealed?: Refusal;
        motion?: ArmMotion;
      }>
    | Readonly<{ ok: false; reason: Refusal }>
  );

export type EnvCallOptions = {
  /** A live world stops when it fires; every later call throws its `reason`. */
  readonly signal?: AbortSignal;
};

/** A world with one task. Await each call before the next. */
export interface Env<O extends Observation = Observation> {
  /** Call it first. */
  reset(options?: EnvCallOptions): ResetResult<O> | Promise<ResetResult<O>>;
  /** A refused action changes nothing. */
  step(action: Action, options?: EnvCallOptions): StepResult<O> | Promise<StepResult<O>>;
  observe(options?: EnvCallOptions): O | Promise<O>;
  /** May be called twice. */
  close(): void | Promise<void>;
  /** A copy of the current state, or of the last report of a live world. */
  model?(): Model;
  /** Absent if the rules alone determine results. */
  rehearsal?(): Rehearsal;
}

/** Scene and name identify a task; `G` is the world's goal language. */
export type Task<G = unknown> = Readonly<{
  name: string;
  scene: string;
  instruction: string;
  goal: G;
  /** The paper's limit; a failed run counts as this many steps. */
  stepsMax: number;
  /** Actions before the planner starts; it sees them as its past. */
  prologue?: readonly Action[];
  /** Planner name → its memory at the start. */
  memory?: Readonly<Record<string, unknown>>;
  /** The PDDL domain of the robot's skills, for planners that are given it. */
  skills?: string;
  /**
   * `goal` (default): the episode ends when the goal holds (LLM-State, ProgPrompt). `planner`: the goal is checked at the end of
   * the plan (OLP, section V-A).
   */
  endsBy?: 'goal' | 'planner';
}>;

/** A copy with the world's arm and randomness, slower than a `Model`. For `tapedeck check` and privileged planners. */
export interface Rehearsal {
  after(action: Action): RehearsedAction;
  model(): Model;
  /** All actions that the rules allow. */
  actions(): readonly Action[];
  /** Equal keys mean equal futures, randomness included. */
  key(): string;
}

export type RehearsedAction = Readonly<{ ok: true; next: Rehearsal }> | Readonly<{ ok: false; reason: Refusal }>;

/**
 * A copy to try actions on, for metrics and privileged planners (oracle, ProgPrompt with `env` assertions).
 * `planners/oracle/searchable.ts` adds what a search needs.
 */
export interface Model {
  clone(): Model;
  /** Like the world without noise. Null means success. */
  step(action: Action): Refusal | null;
  refusal(action: Action): Refusal | null;
  goal(): GoalStatus;
  /** `condition` is in the world's goal language. Throws if it is malformed. */
  holds(condition: unknown): boolean;
  /** Conditions that hold now but not at the start, without the robot's place. */
  changes(): readonly Readonly<{ object: string; condition: unknown }>[];
  /** For worlds that planners describe in PDDL. */
  observe?(): Observation;
}
