/** What a command is: the options that it declares, what it does, and its surroundings. */
import { setImmediate } from 'node:timers/promises';
import type { ArgumentsCamelCase, Argv } from 'yargs';
import { CommandFailure } from '../../io/errors/failure.ts';
import type { Terminal } from './terminal.ts';

export type CommandContext = {
  readonly terminal: Terminal;
  /** Fires when the user asks to stop. */
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The words of the command line, for hints that repeat them. */
  readonly typed: readonly string[];
  /** Sets the exit code of a command that did its work; 0 unless called. */
  readonly exitWith: (code: number) => void;
};

/** Lets an interruption in, between two parts of what takes long. Throws a CommandFailure where the user asked to stop. */
export async function letStop(signal: AbortSignal, message = 'Interrupted'): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw new CommandFailure(130, message);
}

/** The parser, with the options that all commands share. */
export type Parser = Argv<{ json: boolean }>;

/** What a parser was declared, by names that yargs' types leave out. */
export type ParserInternals = {
  getOptions(): DeclaredOptions;
  getInternalMethods(): {
    getUsageInstance(): { getDescriptions(): Readonly<Record<string, string | undefined>> };
    getCommandInstance(): {
      getCommands(): readonly string[];
      getCommandHandlers(): Readonly<Record<string, DeclaredHandler>>;
    };
    /** Of the command that is read, and its subcommands: their names, and how they are written. */
    getContext(): { readonly commands: readonly string[]; readonly fullCommands: readonly string[] };
  };
};

export type DeclaredOptions = {
  readonly key: Readonly<Record<string, unknown>>;
  readonly alias: Readonly<Record<string, readonly string[]>>;
  readonly choices: Readonly<Record<string, readonly (string | number)[]>>;
} & Readonly<Record<'array' | 'boolean' | 'number', readonly string[]>>;

type DeclaredHandler = {
  readonly original: string;
  readonly description: string;
  readonly builder: (parser: Parser) => unknown;
};

export function internalsOf(parser: object): ParserInternals {
  return parser as ParserInternals;
}

/** The arguments of a command, as its declaration of options gives them. */
export type OptionsOf<D> = D extends (parser: never) => Argv<infer O> ? ArgumentsCamelCase<O> : never;

/** The words behind `tapedeck`, as a shell takes them, and what they do. */
export type Example = readonly [words: string, about: string];

/** The same as a command declares them: words → what they do. */
type Examples = Readonly<Record<string, string>>;
type Run<O> = (args: ArgumentsCamelCase<O>, context: CommandContext) => void | Promise<void>;

export type Command = {
  readonly examples: readonly Example[];
  /** Declares the options and examples, and subcommands where there are any. */
  readonly declare: (parser: Parser, context: CommandContext) => Argv;
  /** Rejects with a CommandFailure where it cannot be done; a group of subcommands does nothing by itself. */
  readonly run: (args: ArgumentsCamelCase, context: CommandContext) => void | Promise<void>;
  /** Of a group. */
  readonly subcommands?: readonly Subcommand[];
};

/** One of several commands that go by one name: how it is written behind that name, and its line of help. */
export type Subcommand = Command & { readonly usage: string; readonly describe: string };

export function command<O>(declare: (parser: Parser) => Argv<O>, run: Run<O>, about: Examples): Command {
  const examples = Object.entries(about);
  // What yargs hands over is what was declared.
  return { declare: (parser: Parser) => showExamples(declare(parser), examples), run, examples } as unknown as Command;
}

export function subcommand<P, O>(
  usage: string,
  given: {
    readonly describe: string;
    readonly examples: Examples;
    readonly declare: (parser: Argv<P>) => Argv<O>;
    readonly run: Run<O>;
  },
): Subcommand {
  const { describe, declare, run, examples } = given;
  return { ...command(declare as never, run, examples), usage, describe };
}

/** Examples in the help of one command. */
const EXAMPLES_MAX = 3;

/** A command that is nothing but a name for its subcommands; its examples are the first of theirs. `common` declares what all of them take. */
export function commandGroup<P>(
  subcommands: readonly Subcommand[],
  common = (parser: Parser) => parser as unknown as Argv<P>,
): Command {
  const names = subcommands.map(({ usage }) => usage.replace(/ .*/, ''));
  const examples = subcommands.flatMap((each) => each.examples.slice(0, 1)).slice(0, EXAMPLES_MAX);
  return {
    examples,
    subcommands,
    declare(parser, context) {
      const shared = common(parser);
      for (const { usage, describe, declare, run } of subcommands) {
        shared.command(
          usage,
          describe,
          (own) => declare(own as unknown as Parser, context),
          (args) => run(args, context),
        );
      }
      showExamples(shared, examples);
      return shared.demandCommand(1, `Name a subcommand: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
    },
    run() {},
  };
}

/** What each does stands above it, as a shell's comment, so that a long command stays in one line. */
function showExamples<O>(parser: Argv<O>, examples: readonly Example[]): Argv<O> {
  for (const [words, about] of examples) parser.example(`# ${about}`, '').example(`$0 ${words}`, '');
  return parser;
}
