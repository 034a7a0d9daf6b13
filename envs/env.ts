/**
 * The contract between a world and a planner; `kit/env_contract.ts` tests it.
 * A refused action is a result with a reason; exceptions are bugs or unreachable worlds.
 */

/** As the planner's text names it (LLM-State, section III-A); any of the words may be unknown. */
export type Action = {
  readonly verb: string;
  readonly args: readonly string[];
};

/** Why a world refused an action. */
export type Refusal = {
  /** Stable, such as `close_to_robot` or `unknown_object`; metrics count by it. */
  readonly precondition: string;
  /** One sentence for the log, hidden from planners. */
  readonly message: string;
  /** Where an arm gave up. */
  readonly level?: 'symbolic' | 'grasp' | 'ik' | 'path';
  /** A block, `table`, `robot` (the arm itself) or `reach` (too far). */
  readonly obstacle?: string;
};

/** `share` is goal-condition recall in [0, 1] (ProgPrompt, section IV); `success` is a share of 1. */
export type GoalStatus = {
  readonly success: boolean;
  readonly share: number;
};

/** What a robot sees; each world's `observation.ts` adds to it. */
export type Observation = { readonly world: string };

/** The actions of a world. */
export type ActionSpace<O extends Observation = Observation> = {
  /** Verb → number of arguments. */
  readonly verbs: Readonly<Record<string, number>>;
  /** The names that an action may use now; never none. */
  namesIn(observation: O): readonly string[];
};

/** How an arm carried out an action. */
export type ArmMotion = {
  /** The hand's turn about the vertical, in radians. */
  readonly yaw: number;
  /** Joint angles in radians, four decimals, with straight lines between them. */
  readonly path: readonly (readonly number[])[];
  /** Configurations tested for collisions. */
  readonly checks: number;
};

export type ResetResult<O extends Observation> = {
  readonly observation: O;
  readonly goal: GoalStatus;
};

export type StepResult<O extends Observation> =
  | {
      readonly ok: true;
      readonly observation: O;
      readonly goal: GoalStatus;
      /** A false report: the world refused the action and changed nothing, but the planner hears of a success. For the trace only. */
      readonly concealed?: Refusal;
      /** For the trace only. */
      readonly motion?: ArmMotion;
    }
  | { readonly ok: false; readonly observation: O; readonly goal: GoalStatus; readonly reason: Refusal };

export type EnvCallOptions = {
  /** Live worlds stop when it fires. After that, every method throws its `reason`. */
  readonly signal?: AbortSignal;
};

/** A world set up for one task. Await each call before the next. */
export interface Env<O extends Observation = Observation> {
  /** Restores the initial state. Call it first. */
  reset(options?: EnvCallOptions): ResetResult<O> | Promise<ResetResult<O>>;
  /** A refused action changes nothing. */
  step(action: Action, options?: EnvCallOptions): StepResult<O> | Promise<StepResult<O>>;
  observe(options?: EnvCallOptions): O | Promise<O>;
  /** You may call it twice. */
  close(): void | Promise<void>;
  /** A copy of the current state, or of the last that a live world reported; absent where copying is impossible. */
  model?(): Model;
  /** Absent where the rules alone decide the outcome. */
  rehearsal?(): Rehearsal;
}

/** (scene, name) identifies a task; `G` is the world's goal language. */
export type Task<G = unknown> = {
  readonly name: string;
  readonly scene: string;
  readonly instruction: string;
  readonly goal: G;
  /** The paper's cap, which is also the number of steps of a failed run. */
  readonly stepsMax: number;
  /** The runner carries these out first; the planner gets them as its past. */
  readonly prologue?: readonly Action[];
  /** Planner name → its memory at the start, for tasks that begin in the middle. */
  readonly memory?: Readonly<Record<string, unknown>>;
  /** The domain's PDDL text, for methods that receive one. */
  readonly skills?: string;
  /**
   * `goal` (default): the episode ends as soon as the goal holds (LLM-State, ProgPrompt).
   * `planner`: the goal counts at the end of the plan (OLP, section V-A).
   */
  readonly endsBy?: 'goal' | 'planner';
};

/** A copied state with the world's arm and chance; slower than a `Model`. For privileged planners and `tapedeck check`. */
export interface Rehearsal {
  /** Leaves this state unchanged. */
  after(action: Action): RehearsedAction;
  /** The same state without arm and chance. */
  model(): Model;
  /** All that the rules allow, including those that a model's search leaves out. */
  actions(): readonly Action[];
  /** Equal keys promise equal futures, chance included. */
  key(): string;
}

export type RehearsedAction =
  | { readonly ok: true; readonly next: Rehearsal }
  | { readonly ok: false; readonly reason: Refusal };

/**
 * A copy to try actions on. Only metrics and privileged planners (oracle, ProgPrompt with `env` assertions) get it.
 * `planners/oracle/searchable.ts` adds what a search needs.
 */
export interface Model {
  clone(): Model;
  /** Like the world without noise. Null means success. */
  step(action: Action): Refusal | null;
  /** Null if `step` would succeed. */
  refusal(action: Action): Refusal | null;
  goal(): GoalStatus;
  /** `condition` is in the world's goal language. Throws if it is malformed. */
  holds(condition: unknown): boolean;
  /** Conditions that hold now but not at the start, except for the robot's place. */
  changes(): readonly { readonly object: string; readonly condition: unknown }[];
  /** For worlds that planners describe in PDDL. */
  observe?(): Observation;
}
