/**
 * A function of the remote API: what it takes, and what it does.
 *
 * @module
 */
import { z } from 'zod';
import { ApiError } from '../wire/api_error.ts';
import type { ApiContext } from './api_context.ts';

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
