import { z } from 'zod';
import type { Pose } from '../../scene/pose.ts';
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';

/** The client must answer it before the call continues: wait, or run a client function. */
export type Round = { readonly func: string; readonly args: readonly unknown[] };

export type Rounds = Generator<Round, readonly unknown[], readonly unknown[]>;

export const WAIT: Round = { func: '_*wait*_', args: [] };

export type ApiFunction = (args: readonly unknown[], context: ApiContext) => readonly unknown[] | Rounds;

/** Ignores surplus arguments, as Lua does. A function without results may return nothing. */
export function apiFunction<T extends z.ZodTuple>(
  takes: T,
  run: (args: z.output<T>, context: ApiContext) => readonly unknown[] | Rounds | undefined,
): ApiFunction {
  const schema = takes.rest(z.unknown());
  return (args, context) => run(schema.parse(args) as z.output<T>, context) ?? [];
}

/** Lua clients may send an empty table as a list. */
export function optionsArgument<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess((given) => (Array.isArray(given) && given.length === 0 ? {} : given), z.object(shape));
}

/** Stub for an unmodelled function: succeeds with a constant result. */
export function accepted(...result: readonly unknown[]): ApiFunction {
  return () => result;
}

/** Like `accepted`, but the object must exist. */
export function acceptedOf(...result: readonly unknown[]): ApiFunction {
  return apiFunction(z.tuple([z.int()]), ([object], { simulation }) => {
    simulation.scene.objects.get(object);
    return result;
  });
}

export function refused(reason: string): ApiFunction {
  return () => {
    throw new ApiError(`This server does not do that: ${reason}`);
  };
}

/** Omits a nil argument, as in Lua. */
export function called(func: string, value: unknown, auxData: unknown): Round {
  return { func, args: auxData === undefined || auxData === null ? [value] : [value, auxData] };
}

export const handleArgument = z.int();
export const numberArgument = z.number();
export const tripleArgument = z.tuple([z.number(), z.number(), z.number()]);
export const poseArgument = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
]);

export type Client = {
  steppingLevel: number;
  connections: number;
};

export type Collections = Map<number, Set<number>>;

export type IkElement = { readonly base: number; readonly tip: number; readonly target: number };

export type IkEnvironment = {
  readonly groups: Map<number, IkElement | null>;
  /** Target poses of this environment, not of the scene. */
  readonly poses: Map<number, Pose>;
};

export type StateSpace = { readonly joint: number; readonly lower: number; readonly upper: number };

export type MotionTask = {
  pairs: readonly number[];
  /** One per arm joint, base first; null when unset. */
  space: readonly StateSpace[] | null;
  /** Client function that replaces collision pairs, if any. */
  validation: string | null;
  /** Distance between checked states, as a share of the space's extent. */
  resolution: number;
  start: readonly number[] | null;
  goals: readonly (readonly number[])[];
  path: readonly Float64Array[] | null;
};

export type ApiContext = {
  readonly simulation: Simulation;
  readonly client: Client;
  readonly clients: () => Iterable<Client>;
  readonly collections: Collections;
  readonly ik: Map<number, IkEnvironment>;
  readonly tasks: Map<number, MotionTask>;
  readonly stateSpaces: Map<number, StateSpace>;
  /** Set by clients; keys such as `int 26`. */
  readonly parameters: Map<string, unknown>;
};
