/** Restores the class of an error, which a structured clone loses. */
import { TapeMissError } from '../../../cassettes/cassette/replay.ts';
import { TapeError } from '../../../cassettes/disk/read_lines.ts';
import { LlmCallError } from '../../../cassettes/llm.ts';
import { PlannerTimeout } from '../../episode/any_language/program_process.ts';
import { CommandFailure } from '../../io/errors/failure.ts';

export type CarriedError = Readonly<{
  name: string;
  message: string;
  stack: string | undefined;
  fields: Readonly<Record<string, unknown>>;
}>;

const CLASSES: ReadonlyMap<string, { readonly prototype: Error }> = new Map(
  [CommandFailure, LlmCallError, PlannerTimeout, TapeError, TapeMissError].map((each) => [each.name, each]),
);

export function packError(thrown: unknown): CarriedError {
  const { name, message, stack, cause: _, ...fields } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return {
    ...{ name: String(name), message: String(message), stack: stack === undefined ? stack : String(stack) },
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => canBeCloned(value))),
  };
}

export function unpackError({ name, message, stack, fields }: CarriedError): Error {
  const error = new Error(message);
  Object.setPrototypeOf(error, (CLASSES.get(name) ?? Error).prototype);
  return Object.assign(error, fields, { name, stack });
}

function canBeCloned(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
