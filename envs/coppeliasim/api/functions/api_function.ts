import { z } from 'zod';
import type { Pose } from '../../scene/pose.ts';
import type { Simulation, TableScene } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/cbor.ts';

/** The client waits, or runs `func`, then sends the result. */
export type Round = Readonly<{ func: string; args: readonly unknown[] }>;

export type Rounds<T = readonly unknown[]> = Generator<Round, T, readonly unknown[]>;

export const WAIT: Round = { func: '_*wait*_', args: [] };

export type ApiFunction = (args: readonly unknown[], context: ApiContext) => readonly unknown[] | Rounds;

type Outputs<T extends readonly z.ZodType[]> = readonly [...{ [K in keyof T]: z.output<T[K]> }, ...unknown[]];
type Result = readonly unknown[] | Rounds | undefined;

export type Functions = Readonly<Record<string, ApiFunction>>;

/** Surplus arguments are fine, as in Lua. */
export function apiFunction<const T extends readonly z.ZodType[]>(
  takes: T,
  run: (args: Outputs<T>, context: ApiContext) => Result,
): ApiFunction {
  const schema = z.tuple(takes as unknown as []).rest(z.unknown());
  return (args, context) => run(schema.parse(args) as unknown as Outputs<T>, context) ?? [];
}

export function functionMakerFor<H extends z.ZodType, F>(
  handle: H,
  find: (handle: z.output<H>, context: ApiContext) => F,
) {
  return <const T extends readonly z.ZodType[]>(
    takes: T,
    run: (found: F, args: Outputs<T>, context: ApiContext) => Result,
  ): ApiFunction =>
    apiFunction([handle, ...takes], ([first, ...rest], context) =>
      run(find(first as z.output<H>, context), rest as unknown as Outputs<T>, context),
    );
}

/** Lua clients send an empty table as a list. */
export function optionsArgument<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess((given) => (Array.isArray(given) && given.length === 0 ? {} : given), z.object(shape));
}

export function noEffect(...result: readonly unknown[]): ApiFunction {
  return () => result;
}

export function clientCall(func: string, value: unknown, auxData: unknown): Round {
  return { func, args: auxData == null ? [value] : [value, auxData] };
}

const number = z.number();
export const handleArgument = z.int();
export const tripleArgument = z.tuple([number, number, number]);
export const poseArgument = z.tuple([number, number, number, number, number, number, number]);

export const onObject = functionMakerFor(handleArgument, (object, { objects }) => objects.get(object));

export function framedArguments<T extends z.ZodType>(schema: T) {
  return [handleArgument, z.union([schema, z.int()]), z.union([schema, z.int()]).nullish()] as const;
}

/** Since version 4.5 the frame has come last; before that it came second. */
export function splitFrame(second: unknown, third: unknown): [value: readonly number[], frame: number | null] {
  const [value, frame] = typeof second === 'number' ? [third, second] : [second, third];
  if (Array.isArray(value) && !Array.isArray(frame)) return [value, (frame as number | undefined) ?? null];
  throw new ApiError('Expected one list of numbers and one frame');
}

export type Client = { steppingLevel: number; connections: number };

type RegistryOptions = Readonly<{ kind: string; max: number; removal: string; first?: number }>;

export class Registry<T> {
  readonly #entries = new Map<number, T>();
  readonly #options: RegistryOptions;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  add(entry: T): number {
    const { kind, max, removal, first = 1 } = this.#options;
    if (this.#entries.size >= max) throw new ApiError(`${kind}: the limit of ${max} is reached; call ${removal}`);
    const handle = Math.max(first, ...Array.from(this.#entries.keys(), (last) => last + 1));
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

  remove(handle: number | string) {
    this.get(handle);
    this.#entries.delete(Number(handle));
  }
}

export type IkElement = Readonly<{ base: number; tip: number; target: number }>;

export type IkEnvironment = Readonly<{ groups: Map<number, IkElement | null>; poses: Map<number, Pose> }>;

export type StateSpace = Readonly<{ joint: number; lower: number; upper: number }>;

export type MotionTask = {
  pairs: readonly number[];
  space: readonly StateSpace[] | null;
  validation: string | null;
  resolution: number;
  start: readonly number[] | null;
  goals: readonly (readonly number[])[];
  path: readonly Float64Array[] | null;
};

export type ApiContext = TableScene &
  Readonly<{
    simulation: Simulation;
    client: Client;
    clients: ReadonlyMap<string, Client>;
    collections: Registry<Set<number>>;
    ik: Registry<IkEnvironment>;
    tasks: Registry<MotionTask>;
    stateSpaces: Registry<StateSpace>;
    parameters: Map<string, unknown>;
  }>;
