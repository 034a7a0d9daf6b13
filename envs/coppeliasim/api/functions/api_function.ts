import { z } from 'zod';
import type { Pose } from '../../scene/pose.ts';
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';

/** The client must answer it before the call continues: wait, or run a client function. */
export type Round = { readonly func: string; readonly args: readonly unknown[] };

export type Rounds = Generator<Round, readonly unknown[], readonly unknown[]>;

export const WAIT: Round = { func: '_*wait*_', args: [] };

export type ApiFunction = (args: readonly unknown[], context: ApiContext) => readonly unknown[] | Rounds;

type Outputs<T extends readonly z.ZodType[]> = readonly [...{ [K in keyof T]: z.output<T[K]> }, ...unknown[]];
type Result = readonly unknown[] | Rounds | undefined;

export type Functions = Readonly<Record<string, ApiFunction>>;

/** Passes surplus arguments on, as Lua does. A function without results may return nothing. */
export function apiFunction<const T extends readonly z.ZodType[]>(
  takes: T,
  run: (args: Outputs<T>, context: ApiContext) => Result,
): ApiFunction {
  const schema = z.tuple(takes as unknown as []).rest(z.unknown());
  return (args, context) => run(schema.parse(args) as unknown as Outputs<T>, context) ?? [];
}

/** For functions whose first argument is the handle of what `find` gives; `find` throws an ApiError where there is none. */
export function functionsOf<H extends z.ZodType, F>(handle: H, find: (handle: z.output<H>, context: ApiContext) => F) {
  return <const T extends readonly z.ZodType[]>(
    takes: T,
    run: (found: F, args: Outputs<T>, context: ApiContext) => Result,
  ): ApiFunction =>
    apiFunction([handle, ...takes], ([first, ...rest], context) =>
      run(find(first as z.output<H>, context), rest as unknown as Outputs<T>, context),
    );
}

/** Lua clients may send an empty table as a list. */
export function optionsArgument<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess((given) => (Array.isArray(given) && given.length === 0 ? {} : given), z.object(shape));
}

/** Stub for an unmodelled function: succeeds with a constant result. */
export function accepted(...result: readonly unknown[]): ApiFunction {
  return () => result;
}

/** Omits a nil argument, as in Lua. */
export function called(func: string, value: unknown, auxData: unknown): Round {
  return { func, args: auxData === undefined || auxData === null ? [value] : [value, auxData] };
}

const number = z.number();
export const handleArgument = z.int();
export const tripleArgument = z.tuple([number, number, number]);
export const poseArgument = z.tuple([number, number, number, number, number, number, number]);

export const onObject = functionsOf(handleArgument, (object, { simulation }) => simulation.scene.objects.get(object));

export type Client = { steppingLevel: number; connections: number };

/** `full` ends the refusal "There are 100 …". */
type RegistryOptions = { readonly kind: string; readonly max: number; readonly full: string; readonly first?: number };

/** What clients made, by handle. Throws an ApiError where it is full, or has no such handle. */
export class Registry<T> {
  readonly #entries = new Map<number, T>();
  readonly #options: RegistryOptions;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  add(entry: T): number {
    const { max, full, first = 1 } = this.#options;
    if (this.#entries.size >= max) throw new ApiError(`There are ${max} ${full}`);
    const handle = Math.max(first, ...Array.from(this.#entries.keys(), (known) => known + 1));
    this.#entries.set(handle, entry);
    return handle;
  }

  find(handle: number | string): T | undefined {
    return this.#entries.get(Number(handle));
  }

  get(handle: number | string): T {
    const entry = this.find(handle);
    if (entry === undefined) throw new ApiError(`${this.#options.kind} does not exist: handle ${handle}`);
    return entry;
  }

  remove(handle: number | string): void {
    this.get(handle);
    this.#entries.delete(Number(handle));
  }
}

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
  /** Handles of objects. */
  readonly collections: Registry<Set<number>>;
  readonly ik: Registry<IkEnvironment>;
  readonly tasks: Registry<MotionTask>;
  readonly stateSpaces: Registry<StateSpace>;
  /** Set by clients; keys such as `int 26`. */
  readonly parameters: Map<string, unknown>;
};
