/**
 * A command, as its file in `harness/cli/commands/` gives it: what it takes, and what it does.
 *
 * Its name and its line of help stand in the list of commands, so that its file is loaded only where it is asked for.
 *
 * @module
 */
import type { ArgumentsCamelCase, Argv } from 'yargs';
import type { CommandContext, Parser } from './command_context.ts';

/** The words behind `tapedeck`, as a shell takes them, and what they do. */
export type Example = readonly [words: string, about: string];

type WithExamples = { readonly examples: readonly Example[] };

export type Command = WithExamples & {
  /** Declares the options and examples, and subcommands where there are any. */
  readonly declare: (parser: Parser, context: CommandContext) => Argv;
  /** Does it. Rejects with a CommandFailure where it cannot be done; a group of subcommands does nothing by itself. */
  readonly run: (args: ArgumentsCamelCase, context: CommandContext) => void | Promise<void>;
  /** Of a group. */
  readonly subcommands?: readonly Subcommand[];
};

/** A command of its options and what is done with them. */
export function command<O>(
  declare: (parser: Parser) => Argv<O>,
  run: (args: ArgumentsCamelCase<O>, context: CommandContext) => void | Promise<void>,
  { examples }: WithExamples,
): Command {
  // What yargs hands over is what was declared.
  return { declare: (parser: Parser) => showExamples(declare(parser), examples), run, examples } as unknown as Command;
}

/** One of several commands that go by one name: how it is written behind that name, and what it is in a line of help. */
export type Subcommand = Command & {
  readonly usage: string;
  readonly describe: string;
};

/** A subcommand of its options and what is done with them. */
export function subcommand<P, O>(
  usage: string,
  given: WithExamples & {
    readonly describe: string;
    readonly declare: (parser: Argv<P>) => Argv<O>;
    readonly run: (args: ArgumentsCamelCase<O>, context: CommandContext) => void | Promise<void>;
  },
): Subcommand {
  const { declare, examples } = given;
  return {
    usage,
    ...given,
    declare: (parser: Argv<P>) => showExamples(declare(parser), examples),
  } as unknown as Subcommand;
}

/** A command that is nothing but a name for its subcommands, and shows an example of the first ones; `common` declares what all of them take. */
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

/** Of one command's help. */
const EXAMPLES_MAX = 3;

/** What each does above it, as a shell's comment, so that a long command stays in one line. */
function showExamples<O>(parser: Argv<O>, examples: readonly Example[]): Argv<O> {
  for (const [words, about] of examples) parser.example(`# ${about}`, '').example(`$0 ${words}`, '');
  return parser;
}
