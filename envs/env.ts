/** A refused action is a result with a reason; an exception is a bug or an unreachable world. */

/** The names may be unknown to the world. */
export type Action = Readonly<{ verb: string; args: readonly string[] }>;

export type Refusal = Readonly<{
  /** A stable name such as `close_to_robot`. */
  precondition: string;
  /** Hidden from planners. */
  message: string;
  level?: 'symbolic' | 'grasp' | 'ik' | 'path';
  /** A block, `table`, `robot` (the arm itself) or `reach` (too far). */
  obstacle?: string;
}>;

/** `share` is goal-condition recall in [0, 1] (ProgPrompt, section IV). */
export type GoalStatus = Readonly<{ success: boolean; share: number }>;

export type Observation = { readonly world: string };

export type ActionSpace<O extends Observation = Observation> = {
  /** Verb → number of arguments. */
  readonly verbs: Readonly<Record<string, number>>;
  namesIn(observation: O): readonly string[];
};

export type ArmMotion = Readonly<{
  /** About the vertical, in radians. */
  yaw: number;
  /** In radians, to four decimal places. */
  path: readonly (readonly number[])[];
  /** Configurations tested for collisions. */
  checks: number;
}>;

export type ResetResult<O extends Observation> = Readonly<{ observation: O; goal: GoalStatus }>;

export type StepResult<O extends Observation> = ResetResult<O> &
  (
    | Readonly<{
        ok: true;
        /** The refusal behind a false success report; only for the trace. */
        concealed?: Refusal;
        motion?: ArmMotion;
      }>
    | Readonly<{ ok: false; reason: Refusal }>
  );

export type EnvCallOptions = {
  /** Once it is aborted, a call that was given it throws its `reason`. */
  readonly signal?: AbortSignal;
};

/** Await each call before the next. */
export interface Env<O extends Observation = Observation> {
  reset(options?: EnvCallOptions): ResetResult<O> | Promise<ResetResult<O>>;
  /** A refused action changes nothing. */
  step(action: Action, options?: EnvCallOptions): StepResult<O> | Promise<StepResult<O>>;
  observe(options?: EnvCallOptions): O | Promise<O>;
  /** May be called twice. */
  close(): void | Promise<void>;
  /** Of the current state, or of a live world's last report. */
  model?(): Model;
  /** Absent if the rules alone determine results. */
  rehearsal?(): Rehearsal;
}

export type Task<G = unknown> = Readonly<{
  name: string;
  scene: string;
  instruction: string;
  goal: G;
  /** The step limit; `stepsImputed` counts a failed run as this many steps. */
  stepsMax: number;
  /** Carried out before the planner starts; the planner sees them as its past. */
  prologue?: readonly Action[];
  /** Planner name → its memory at the start. */
  memory?: Readonly<Record<string, unknown>>;
  /** PDDL. */
  skills?: string;
  /** `goal` (default): when the goal holds (LLM-State, ProgPrompt). `planner`: at the end of the plan (OLP). */
  endsBy?: 'goal' | 'planner';
}>;

/** Tries actions on a copy with the world's arm and randomness. */
export interface Rehearsal {
  after(action: Action): RehearsedAction;
  model(): Model;
  actions(): readonly Action[];
  /** Equal keys mean equal futures, randomness included. */
  key(): string;
}

export type RehearsedAction = Readonly<{ ok: true; next: Rehearsal }> | Readonly<{ ok: false; reason: Refusal }>;

/** `planners/oracle/searchable.ts` adds what a search needs. */
export interface Model {
  clone(): Model;
  /** Without noise. Null means success. */
  step(action: Action): Refusal | null;
  refusal(action: Action): Refusal | null;
  goal(): GoalStatus;
  /** Throws if `condition` is malformed. */
  holds(condition: unknown): boolean;
  /** What holds now but did not at the start, not counting the robot's place. */
  changes(): readonly Readonly<{ object: string; condition: unknown }>[];
  observe?(): Observation;
}
