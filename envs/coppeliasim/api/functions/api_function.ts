/** A function of the remote API: what it takes, what it does, and what it may look at and change. */
import { z } from 'zod';
import type { Pose } from '../../scene/pose.ts';
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';

/** A message to the client that it has to answer before the call can go on: wait, or run one of its functions. */
export type Round = { readonly func: string; readonly args: readonly unknown[] };

/** Goes on with what the client's function gave. */
export type Rounds = Generator<Round, readonly unknown[], readonly unknown[]>;

export const WAIT: Round = { func: '_*wait*_', args: [] };

export type ApiFunction = (args: readonly unknown[], context: ApiContext) => readonly unknown[] | Rounds;

/** Arguments that are too many do not matter, as in Lua. One that gives nothing may return nothing. */
export function apiFunction<T extends z.ZodTuple>(
  takes: T,
  run: (args: z.output<T>, context: ApiContext) => readonly unknown[] | Rounds | undefined,
): ApiFunction {
  const schema = takes.rest(z.unknown());
  return (args, context) => run(schema.parse(args) as z.output<T>, context) ?? [];
}

/** A table of options: to clients in Lua an empty one may be a list. */
export function optionsArgument<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess((given) => (Array.isArray(given) && given.length === 0 ? {} : given), z.object(shape));
}

/** Something that does not show here: it succeeds, and gives always the same. */
export function accepted(...result: readonly unknown[]): ApiFunction {
  return () => result;
}

/** The same of an object, which has to exist. */
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

/** A client's function is called without what is nil, as in Lua. */
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

/** What a client may say of stepping, apart from the others. */
export type Client = {
  steppingLevel: number;
  /** Connections that speak for it: a client that asks several things at a time has several. */
  connections: number;
};

/** Handle of a collection → the handles that are in it. */
export type Collections = Map<number, Set<number>>;

export type IkElement = { readonly base: number; readonly tip: number; readonly target: number };

export type IkEnvironment = {
  /** Null where a group has no element yet. */
  readonly groups: Map<number, IkElement | null>;
  /** Where a target was put in this environment, and not in the scene. */
  readonly poses: Map<number, Pose>;
};

/** A component of a state space: a joint of the arm, with the bounds in which it is planned. */
export type StateSpace = { readonly joint: number; readonly lower: number; readonly upper: number };

export type MotionTask = {
  pairs: readonly number[];
  /** A component for each joint of the arm, base first; null where none is set. */
  space: readonly StateSpace[] | null;
  /** The client's function that judges states instead of the collision pairs, if there is one. */
  validation: string | null;
  /** How far apart states are judged, as a share of the space's extent. */
  resolution: number;
  start: readonly number[] | null;
  goals: readonly (readonly number[])[];
  path: readonly Float64Array[] | null;
};

export type ApiContext = {
  readonly simulation: Simulation;
  readonly client: Client;
  /** All that there are. */
  readonly clients: () => Iterable<Client>;
  readonly collections: Collections;
  readonly ik: Map<number, IkEnvironment>;
  readonly tasks: Map<number, MotionTask>;
  readonly stateSpaces: Map<number, StateSpace>;
  /** What clients have set of the simulator, such as `int 26`. */
  readonly parameters: Map<string, unknown>;
};
