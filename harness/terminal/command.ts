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

/** One of several commands that go by one name: how it is written behind that name, and what it is in a line of help. */
export type Subcommand = Command & { readonly usage: string; readonly describe: string };

/** A subcommand of its options and what is done with them. */
export function subcommand<P, O>(
  usage: string,
  given: {
    readonly describe: string;
    readonly declare: (parser: Argv<P>) => Argv<O>;
    readonly run: (args: ArgumentsCamelCase<O>, context: CommandContext) => void | Promise<void>;
  },
): Subcommand {
  return { usage, ...given } as unknown as Subcommand;
}

/** A command that is nothing but a name for its subcommands; `common` declares what all of them take. */
export function commandGroup<P>(
  subcommands: readonly Subcommand[],
  common = (parser: Parser) => parser as unknown as Argv<P>,
): Command {
  const names = subcommands.map(({ usage }) => usage.replace(/ .*/, ''));
  return {
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
      return shared.demandCommand(1, `Name a subcommand: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
    },
    run() {},
  };
}
