/**
 * What every command is given: a parser to declare itself to, and its surroundings.
 *
 * @module
 */
import type { ArgumentsCamelCase, Argv } from 'yargs';
import type { Terminal } from './terminal.ts';

/** What every command is given beside its own options. */
export type CommandContext = {
  readonly terminal: Terminal;
  /** Fires when the user asks to stop. */
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The words that were typed, for hints that repeat them. */
  readonly typed: readonly string[];
  /** Sets the exit code of a command that did its work; 0 unless called. */
  readonly exitWith: (code: number) => void;
};

/** The parser, with the options that all commands share. */
export type Parser = Argv<{ json: boolean }>;

/** The arguments of a command, as its declaration of options gives them. */
export type OptionsOf<D> = D extends (parser: never) => Argv<infer O> ? ArgumentsCamelCase<O> : never;
