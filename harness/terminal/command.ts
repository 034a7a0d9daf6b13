/**
 * A command, as its file in `harness/commands/` gives it: what it takes, and what it does.
 *
 * Its name and its line of help stand in the list of commands, so that its file is loaded only where it is asked for.
 *
 * @module
 */
import type { ArgumentsCamelCase, Argv } from 'yargs';
import type { CommandContext, Parser } from './command_context.ts';

export type Command = {
  /** Declares the options, and subcommands where there are any. */
  readonly declare: (parser: Parser, context: CommandContext) => Argv;
  /** Does it. Rejects with a CommandFailure where it cannot be done; a group of subcommands does nothing by itself. */
  readonly run: (args: ArgumentsCamelCase, context: CommandContext) => void | Promise<void>;
};

/** A command of its options and what is done with them. */
export function command<O>(
  declare: (parser: Parser) => Argv<O>,
  run: (args: ArgumentsCamelCase<O>, context: CommandContext) => void | Promise<void>,
): Command {
  // What yargs hands over is what was declared.
  return { declare, run } as unknown as Command;
}

/** A command that is nothing but a name for its subcommands. */
export function commandGroup(declare: Command['declare']): Command {
  return { declare, run() {} };
}
