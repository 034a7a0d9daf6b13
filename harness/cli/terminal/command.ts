import { setImmediate } from 'node:timers/promises';
import type { ArgumentsCamelCase, Argv } from 'yargs';
import { CommandFailure } from '../../io/errors/failure.ts';
import type { Terminal } from './terminal.ts';

export type CommandContext = Readonly<{
  terminal: Terminal;
  signal: AbortSignal;
  environment: Readonly<Record<string, string | undefined>>;
  typed: readonly string[];
  exitWith: (code: number) => void;
}>;

/** Lets signals and messages arrive first. */
export async function throwIfInterrupted(signal: AbortSignal, message = 'Interrupted'): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw new CommandFailure(130, message);
}

export type Parser = Argv<{ json: boolean }>;

/** Missing in yargs' types. */
export type ParserInternals = {
  getOptions(): DeclaredOptions;
  getInternalMethods(): {
    getUsageInstance(): { getDescriptions(): Readonly<Record<string, string | undefined>> };
    getCommandInstance(): {
      getCommands(): readonly string[];
      getCommandHandlers(): Readonly<
        Record<string, Readonly<{ original: string; description: string; builder: (parser: Parser) => unknown }>>
      >;
    };
    getContext(): Readonly<{ commands: readonly string[]; fullCommands: readonly string[] }>;
  };
};

export type DeclaredOptions = Readonly<{
  key: Readonly<Record<string, unknown>>;
  alias: Readonly<Record<string, readonly string[]>>;
  choices: Readonly<Record<string, readonly (string | number)[]>>;
}> &
  Readonly<Record<'array' | 'boolean' | 'number', readonly string[]>>;

export function internalsOf(parser: object): ParserInternals {
  return parser as ParserInternals;
}

export type OptionsOf<D> = D extends (parser: never) => Argv<infer O> ? ArgumentsCamelCase<O> : never;

export type Example = readonly [words: string, description: string];

/** Words after `tapedeck` → description. */
type Examples = Readonly<Record<string, string>>;
type Run<O> = (args: ArgumentsCamelCase<O>, context: CommandContext) => void | Promise<void>;

export type Command = Readonly<{
  examples: readonly Example[];
  declare: (parser: Parser, context: CommandContext) => Argv;
  run: (args: ArgumentsCamelCase, context: CommandContext) => void | Promise<void>;
  subcommands?: readonly Subcommand[];
}>;

export type Subcommand = Command & Readonly<{ usage: string; describe: string }>;

export function command<O>(declare: (parser: Parser) => Argv<O>, run: Run<O>, examples: Examples): Command {
  const list = Object.entries(examples);
  const declareAll = (parser: Parser) => showExamples(declare(parser), list);
  return { declare: declareAll, run, examples: list } as unknown as Command;
}

export function subcommand<P, O>(
  usage: string,
  {
    describe,
    declare,
    run,
    examples,
  }: Readonly<{ describe: string; examples: Examples; declare: (parser: Argv<P>) => Argv<O>; run: Run<O> }>,
): Subcommand {
  return { ...command(declare as never, run, examples), usage, describe };
}

const EXAMPLES_MAX = 3;

export function commandGroup<P>(
  subcommands: readonly Subcommand[],
  declareShared = (parser: Parser) => parser as unknown as Argv<P>,
): Command {
  const names = subcommands.map(({ usage }) => usage.replace(/ .*/, ''));
  const examples = subcommands.flatMap((subcommand) => subcommand.examples.slice(0, 1)).slice(0, EXAMPLES_MAX);
  return {
    examples,
    subcommands,
    declare(parser, context) {
      const group = declareShared(parser);
      for (const { usage, describe, declare, run } of subcommands) {
        group.command(
          usage,
          describe,
          (subparser) => declare(subparser as unknown as Parser, context),
          (args) => run(args, context),
        );
      }
      showExamples(group, examples);
      return group.demandCommand(1, `Name a subcommand: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
    },
    run() {},
  };
}

/** The description stands above, so that a long command fits its line. */
function showExamples<O>(parser: Argv<O>, examples: readonly Example[]): Argv<O> {
  for (const [words, description] of examples) parser.example(`# ${description}`, '').example(`$0 ${words}`, '');
  return parser;
}
