/**
 * The contract between a world and the planner that acts in it.
 *
 * A world is a deterministic state machine: `reset` puts a task's scene on the table, `step` carries out one action.
 * An action that the world refuses is a result with a reason, never an exception; exceptions are for our own mistakes and
 * for worlds that cannot be reached. `kit/env_contract.ts` holds every world to this, symbolic and live alike.
 */

/** A primitive action as text named it; the arguments are open (LLM-State, section III-A) and may name nothing at all. */
export type Action = {
  readonly verb: string;
  readonly args: readonly string[];
};

/** Why a world refused an action: the precondition that failed, by its name in the world's table of rules. */
export type Refusal = {
  /** Stable name, such as `close_to_robot` or `unknown_object`; metrics count by it. */
  readonly precondition: string;
  /** One sentence for the log. Planners never see it. */
  readonly message: string;
  /** Where the action ended on its way from a word to a motion; only worlds with an arm say so. */
  readonly level?: 'symbolic' | 'grasp' | 'ik' | 'path';
  /** What stood in the way: a block, `table`, `robot` (the arm itself) or `reach` (too far for it). */
  readonly obstacle?: string;
};

/** How much of the goal holds: `share` is goal-condition recall (ProgPrompt, section IV), in [0, 1]; `success` is all of it. */
export type GoalStatus = {
  readonly success: boolean;
  readonly share: number;
};

/** What a robot sees; each world says what more there is in it, in its `observation.ts`. */
export type Observation = { readonly world: string };

/** What may be asked of a world. */
export type ActionSpace<O extends Observation = Observation> = {
  /** Verb → number of arguments. */
  readonly verbs: Readonly<Record<string, number>>;
  /** The names that a robot which sees this may use as arguments; never none. */
  namesIn(observation: O): readonly string[];
};

/** How an arm carried an action out. */
export type ArmMotion = {
  /** Radians; how the hand was turned about the vertical. */
  readonly yaw: number;
  /** The configurations between which it moved along straight lines, in radians, four decimals. */
  readonly path: readonly (readonly number[])[];
  /** How many configurations were tested for collisions. */
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
      /**
       * A false report: the planner is told that the action succeeded, but the world refused it and nothing changed, save
       * where the robot believes a thing to be. Only worlds with noise say so, and only to the trace; planners never see it.
       */
      readonly concealed?: Refusal;
      /** How the arm moved; only worlds with an arm say so, and only to the trace. */
      readonly motion?: ArmMotion;
    }
  | { readonly ok: false; readonly observation: O; readonly goal: GoalStatus; readonly reason: Refusal };

export type EnvCallOptions = {
  /** Live worlds give up when it fires; every method throws its `reason` when called with one that has fired. */
  readonly signal?: AbortSignal;
};

/** A world set up for one task. Calls are sequential: none starts before the last has settled. */
export interface Env<O extends Observation = Observation> {
  /** Puts the scene into its initial state, whatever happened before. Must be called first. */
  reset(options?: EnvCallOptions): ResetResult<O> | Promise<ResetResult<O>>;
  /** Carries out one action, or refuses it and changes nothing. */
  step(action: Action, options?: EnvCallOptions): StepResult<O> | Promise<StepResult<O>>;
  /** Looks again without acting. */
  observe(options?: EnvCallOptions): O | Promise<O>;
  /** Frees what the world holds; may be called twice. */
  close(): void | Promise<void>;
  /** A copy of the world as it is now, of a live one as it was last seen; worlds that cannot be copied have no such method. */
  model?(): Model;
  /** The same for a rehearsal; only worlds in which more than their rules decides have it, such as an arm. */
  rehearsal?(): Rehearsal;
}

/**
 * A task: a scene, an instruction, a goal as data and a cap on steps. `G` is the world's own goal
 * language. The pair (scene, name) identifies a task.
 */
export type Task<G = unknown> = {
  readonly name: string;
  readonly scene: string;
  readonly instruction: string;
  readonly goal: G;
  /** The paper's cap; an unsuccessful run counts with it in average steps. */
  readonly stepsMax: number;
  /** Actions that the runner carries out before the planner starts; the planner is told of them as its past. */
  readonly prologue?: readonly Action[];
  /** Planner name → what its memory holds at the start, in that planner's own terms; for tasks that begin in the middle. */
  readonly memory?: Readonly<Record<string, unknown>>;
  /** A domain's PDDL text, for methods that are given one. */
  readonly skills?: string;
  /**
   * Who ends an episode: the world as soon as the goal holds (LLM-State, ProgPrompt), or the planner, whose plan is carried
   * out from start to finish, and only what holds then counts (OLP, section V-A). The world, unless said otherwise.
   */
  readonly endsBy?: 'goal' | 'planner';
};

/**
 * A state of a copied world in which an action is carried out as the world itself would, with arm, chance and all. That takes
 * longer than a `Model` does, which follows the rules alone. Only privileged planners get one, and the harness, to prove that
 * tasks can be done.
 */
export interface Rehearsal {
  /** The moment after an action, or why the world refuses it; this moment stays what it is. */
  after(action: Action): RehearsedAction;
  /** The same moment by the rules alone. */
  model(): Model;
  /** All actions that the rules allow now, those too that the model leaves out as never making a plan shorter. */
  actions(): readonly Action[];
  /** From moments with the same key the same actions lead to the same: all that decides is in it, chance included. */
  key(): string;
}

export type RehearsedAction =
  | { readonly ok: true; readonly next: Rehearsal }
  | { readonly ok: false; readonly reason: Refusal };

/**
 * A copy of a world, to be tried out without consequence. Only privileged planners get one (oracle, ProgPrompt with
 * `env` assertions), and the trace says so; the harness asks it for metrics. What a search needs beyond this is
 * `planners/oracle/searchable.ts`.
 */
export interface Model {
  /** A copy that goes its own way. */
  clone(): Model;
  /** Carries out an action as the world would, noise aside, or changes nothing and says why. */
  step(action: Action): Refusal | null;
  /** Why the action would be refused now; null where it would be carried out. */
  refusal(action: Action): Refusal | null;
  goal(): GoalStatus;
  /** Whether a condition in the world's goal language holds now. Throws on a condition that it cannot read. */
  holds(condition: unknown): boolean;
  /** What holds now and did not at the start, robot's place aside, each of one thing; in the world's goal language. */
  changes(): readonly { readonly object: string; readonly condition: unknown }[];
  /** What would be seen; for worlds that planners describe in PDDL. */
  observe?(): Observation;
}
