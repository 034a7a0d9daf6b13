/** The harness imports only the value of `envs/WORLD/world.ts`. */
import type { z } from 'zod';
import type { Action, ActionSpace, ArmMotion, Env, Model, Observation, Refusal, Task } from './env.ts';

export type EnvOptions = Readonly<Record<string, unknown>>;

export type TaskInFile = Readonly<{
  origin?: unknown;
  family?: string | undefined;
  name: string;
  instruction: string;
  stepsMax: number;
}>;

export type BoundTask = Readonly<{
  task: Task;
  /** An integer in [0, 2^32). */
  newEnv: (seed: number) => Env;
}>;

export type SimulatedTask = Readonly<{ task: Task; newEnv: (seed: number, simulator: Simulator) => Env }>;

export type MistakeKind =
  | 'parse'
  | 'hallucinated_object'
  | 'argument'
  | 'affordance'
  | 'additional_step'
  | 'motion'
  | 'chance'
  /** An earlier action could have established or destroyed the condition. */
  | 'timing';

export type Mistake = MistakeKind | ((verb: string) => MistakeKind);

export type Tracking = Readonly<{
  /** Claimed attributes, those that can be checked, and those that are true. */
  claims: number;
  covered: number;
  correct: number;
  /** Changes since the start, and those with a true claim. */
  facts: number;
  recalled: number;
  /** Such as `fridge1: closed` and `milk1: {"held":["milk1"]}`. */
  wrong: readonly string[];
  missing: readonly string[];
  broken?: readonly BrokenInvariant[];
}>;

/** `invariant` is a stable name such as `held_is_nowhere_else`. */
export type BrokenInvariant = Readonly<{ invariant: string; text: string }>;

export type BeliefInvariant = Readonly<{ meaning: string; ofTwo: boolean }>;

export interface BeliefWatch<O extends Observation = Observation> {
  /** Call it at the start, after each action and after each look. */
  sees(observation: O, after?: { action: Action; ok: boolean } | null): void;
  judge(belief: unknown, model: Model): Tracking | null;
}

/** Pass `condition` to `Model.holds`. */
export type GoalPart = Readonly<{ text: string; condition?: unknown }>;

export type ObjectClass = Readonly<{
  class: string;
  kind: string;
  /** Verbs whose last argument it can be. */
  actions: readonly string[];
  notes: readonly string[];
}>;

export type GoalForm = Readonly<{ goal: string; holds: string; example: unknown }>;

/** The world at the time of `draw`, with a motion that starts then. */
export type Picture = (title: string, motion?: ArmMotion) => string;

type Named = { readonly name: string };

/** `S` is a scene, `T` a task in a file, `O` an observation. */
export interface World<
  S extends Named = Named,
  T extends TaskInFile = TaskInFile,
  O extends Observation = Observation,
> {
  readonly name: O['world'];
  readonly scenesFolder: string;
  readonly tasksFolder: string;
  readonly schemas: Readonly<{
    observation: z.ZodType<O>;
    scene: z.ZodType;
    task: z.ZodType;
    /** Each has a default and a description. */
    options: z.ZodType;
  }>;
  readonly actions: ActionSpace<O>;
  readonly classes?: readonly ObjectClass[];
  readonly goalForms?: readonly GoalForm[];
  readonly preconditions: Readonly<Record<string, Mistake>>;
  /** For reference plans: without randomness. */
  certain(options: EnvOptions): EnvOptions;
  /** Throws an error with path, line and field. */
  readScene(text: string, path: string): S;
  readTasks(text: string, path: string): readonly T[];
  isMeantFor?(task: T, scene: S): boolean;
  /** Throws an error that names the task. */
  bind(scene: S, task: T, options: EnvOptions): BoundTask;
  goalParts?(task: Task): readonly GoalPart[];
  draw?(env: Env): Picture;
  /** An SVG with a viewBox but no size, heading or ids. */
  drawAround?(env: Env): string;
  /** The same for the whole scene at the start. */
  drawScene?(scene: S): string;
  readonly beliefs?: {
    readonly invariants: Readonly<Record<string, BeliefInvariant>>;
    /** `complete`: the belief must cover everything seen. */
    watch(options: EnvOptions, demands: { complete: boolean }): BeliefWatch<O>;
  };
}

export type SimulatorAddress = Readonly<{ url: string; timeoutMs: number }>;

/** Live or recorded; messages are JSON. */
export interface Simulator {
  /** Rejects with a SimulatorError or the signal's reason. */
  ask(message: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

export type LiveWorld<S extends Named = Named, T extends TaskInFile = TaskInFile> = {
  readonly name: string;
  readonly of: string;
  readonly url: string;
  connect(address: SimulatorAddress): Simulator;
  /** All envs share the simulator: use one at a time. */
  bind(scene: S, task: T, options: EnvOptions): SimulatedTask;
};

/** An unknown precondition counts as `timing`. */
export function mistakeOf(
  { preconditions }: Pick<World, 'preconditions'>,
  { verb }: Action,
  { precondition }: Refusal,
): MistakeKind {
  const mistake = Object.hasOwn(preconditions, precondition) ? preconditions[precondition] : undefined;
  return (typeof mistake === 'function' ? mistake(verb) : mistake) ?? 'timing';
}
