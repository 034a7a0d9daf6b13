/** The contract between a world and the harness: one value, `envs/WORLD/world.ts`, says all that the harness may know of it. */
import type { z } from 'zod';
import type { Action, ActionSpace, ArmMotion, Env, Model, Observation, Refusal, Task } from './env.ts';

/** A world's options, such as how many hands the robot has; each world knows its own. */
export type EnvOptions = Readonly<Record<string, unknown>>;

/** A task as its file has it, before it is set in a scene. */
export type TaskInFile = {
  /** Where it stands, for messages; no part of the task. */
  readonly origin?: unknown;
  /** Shared by tasks that are not to be asked about in one context; no part of the task either. */
  readonly family?: string | undefined;
  readonly name: string;
  readonly instruction: string;
  readonly stepsMax: number;
};

/** A task set in a scene, and as many fresh worlds for it as there are episodes. */
export type BoundTask = {
  readonly task: Task;
  /** `seed`, an integer in [0, 2^32), is where chance in the world comes from, if there is any. */
  readonly newEnv: (seed: number) => Env;
};

/** The same for a world that is played in a simulator. */
export type SimulatedTask = {
  readonly task: Task;
  readonly newEnv: (seed: number, simulator: Simulator) => Env;
};

/** What kind of mistake it is to ask for an action that a precondition then refuses; see `harness/trace/action_errors.ts`. */
export type MistakeKind =
  | 'parse'
  | 'hallucinated_object'
  | 'argument'
  | 'affordance'
  | 'additional_step'
  | 'motion'
  | 'chance'
  /** A condition of the moment: an action before could have brought it about, or has undone it. */
  | 'timing';

/** By verb, where one precondition means different things to different verbs. */
export type Mistake = MistakeKind | ((verb: string) => MistakeKind);

/** How right a belief is. */
export type Tracking = {
  /** Attributes written, those that the world has words for, and those of them that are true. */
  readonly claims: number;
  readonly covered: number;
  readonly correct: number;
  /** What has changed since the start and still holds, and that of it of which there is a true claim. */
  readonly facts: number;
  readonly recalled: number;
  /** Some of what is wrong, as `fridge1: closed`, and of what is missing, as `milk1: {"held":["milk1"]}`. */
  readonly wrong: readonly string[];
  readonly missing: readonly string[];
  /** Where the belief does what no right one does; absent where it does not. */
  readonly broken?: readonly BrokenInvariant[];
};

/** An invariant that a belief breaks, by its stable name such as `held_is_nowhere_else`, and the belief that does. */
export type BrokenInvariant = { readonly invariant: string; readonly text: string };

/** What no right belief does. */
export type BeliefInvariant = {
  readonly meaning: string;
  /** Whether it speaks of two beliefs, one after the other, so that the first of an episode cannot break it. */
  readonly ofTwo: boolean;
};

/** Follows one episode, so that what is believed in it can be judged. */
export interface BeliefWatch<O extends Observation = Observation> {
  /** To be told of what is seen at the start, after each action, and at each look; and of the action, as the robot is. */
  sees(observation: O, after?: { readonly action: Action; readonly ok: boolean } | null): void;
  /** How right a belief is now; null where it cannot be judged. */
  judge(belief: unknown, model: Model): Tracking | null;
}

/** A part of a goal in words; where it has a condition, a `Model` can be asked whether it `holds`. */
export type GoalPart = { readonly text: string; readonly condition?: unknown };

/** A class of things that a scene may hold. */
export type ObjectClass = {
  readonly class: string;
  /** What classes have in common, such as furniture. */
  readonly kind: string;
  /** The verbs whose last argument it can be, at some moment. */
  readonly actions: readonly string[];
  /** What else is peculiar to it. */
  readonly notes: readonly string[];
};

/** A form of goal: its word, when it holds, and an example as it stands in a task. */
export type GoalForm = { readonly goal: string; readonly holds: string; readonly example: unknown };

/** A world as it was when the picture was taken: an SVG, with a motion that began then if one is given. */
export type Picture = (title: string, motion?: ArmMotion) => string;

/**
 * `S` is a scene that has been read, `T` a task, `O` an observation. Methods are given scenes, tasks and envs of the same
 * world only.
 */
export interface World<
  S extends { readonly name: string } = { readonly name: string },
  T extends TaskInFile = TaskInFile,
  O extends Observation = Observation,
> {
  /** As its folder and its observations have it. */
  readonly name: O['world'];
  /** Where the shipped files lie. */
  readonly scenesFolder: string;
  readonly tasksFolder: string;
  readonly schemas: {
    readonly observation: z.ZodType<O>;
    readonly scene: z.ZodType;
    readonly task: z.ZodType;
    /** Every option has a default, and a description. */
    readonly options: z.ZodType;
  };
  readonly actions: ActionSpace<O>;
  /** For those who write scenes and tasks; absent where nothing is listed. */
  readonly classes?: readonly ObjectClass[];
  readonly goalForms?: readonly GoalForm[];
  /** Every precondition that a refusal may name. */
  readonly preconditions: Readonly<Record<string, Mistake>>;
  /** Options with every default filled in, and nothing left to chance: what a task's plans depend on. */
  certain(options: EnvOptions): EnvOptions;
  /** Reads a scene file. Throws with path, line, field and what was expected. */
  readScene(text: string, path: string): S;
  readTasks(text: string, path: string): readonly T[];
  /** Whether the task is one for this scene; without it, any task can be set in any scene. */
  isMeantFor?(task: T, scene: S): boolean;
  /** Checks a task against a scene and binds the two. Throws, naming the task, when it cannot be set there. */
  bind(scene: S, task: T, options: EnvOptions): BoundTask;
  /** What a task of this world asks for, part by part, for readers. */
  goalParts?(task: Task): readonly GoalPart[];
  /** Takes a picture of a world as it is now. */
  draw?(env: Env): Picture;
  /**
   * A small picture of the surroundings of the robot: an SVG with a viewBox, no size, no heading and no identifiers, to be set
   * into a figure with others.
   */
  drawAround?(env: Env): string;
  /** The same of a whole scene, before anything happens. */
  drawScene?(scene: S): string;
  /** How beliefs are judged; absent where they cannot be. */
  readonly beliefs?: {
    /** By their stable names. */
    readonly invariants: Readonly<Record<string, BeliefInvariant>>;
    /**
     * For one episode in a world with these options. `complete`: whether all that is seen has to be believed, as by a state tracker,
     * and not only what matters to a planner.
     */
    watch(options: EnvOptions, demands: { readonly complete: boolean }): BeliefWatch<O>;
  };
}

/** Where a simulator answers, and how long it may take to. */
export type SimulatorAddress = { readonly url: string; readonly timeoutMs: number };

/** Answers a simulator's messages, live or from a recording. Messages and answers are JSON, without what belongs to one connection only. */
export interface Simulator {
  /** Rejects with a SimulatorError where it does not answer, or with the signal's reason. */
  ask(message: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

/**
 * A simulator in which tasks of a world are played instead of in the world itself; `envs/NAME/world.ts` exports it. Scenes, tasks, options
 * and observations are those of the world.
 */
export type LiveWorld<
  S extends { readonly name: string } = { readonly name: string },
  T extends TaskInFile = TaskInFile,
> = {
  /** As `--env` has it. */
  readonly name: string;
  /** The name of the world whose tasks are played. */
  readonly of: string;
  /** Where the simulator listens unless told otherwise. */
  readonly url: string;
  /** The simulator at an address, which is asked nothing before somebody asks. */
  connect(address: SimulatorAddress): Simulator;
  /** As `World.bind`, with envs that ask a simulator. There is one of it, so that one env at a time may be used. */
  bind(scene: S, task: T, options: EnvOptions): SimulatedTask;
};

/** What kind of mistake a refused action is; what a world does not name is a matter of timing. */
export function mistakeOf(
  { preconditions }: Pick<World, 'preconditions'>,
  { verb }: Action,
  { precondition }: Refusal,
): MistakeKind {
  const mistake = Object.hasOwn(preconditions, precondition) ? preconditions[precondition] : undefined;
  return (typeof mistake === 'function' ? mistake(verb) : mistake) ?? 'timing';
}
