/**
 * What a command, or a subcommand, takes, as yargs knows it once it was declared.
 *
 * @module
 */
import type { ListedCommand } from './commands.ts';
import type { CommandContext, Parser } from './terminal/command_context.ts';

export type DeclaredCommand = {
  /** Subcommand → in a few words what it does; none where the command has none, or one is named already. */
  readonly subcommands: ReadonlyMap<string, string>;
  /** What is no option, in order; one that may be repeated ends in `..`. */
  readonly positionals: readonly string[];
  readonly options: readonly DeclaredOption[];
  /** Option or positional → all that may stand there, where that is declared. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** The words behind its name. */
  readonly rest: readonly string[];
};

export type DeclaredOption = {
  readonly name: string;
  /** As they are typed: `--out`, `-o`. */
  readonly words: readonly string[];
  readonly about: string;
  readonly takesValue: boolean;
  readonly isRepeatable: boolean;
};

/** By names that yargs' types leave out. */
type Known = {
  getOptions(): {
    readonly key: Readonly<Record<string, unknown>>;
    readonly alias: Readonly<Record<string, readonly string[]>>;
    readonly boolean: readonly string[];
    readonly array: readonly string[];
    readonly choices: Readonly<Record<string, readonly string[]>>;
  };
  getInternalMethods(): {
    getUsageInstance(): { getDescriptions(): Readonly<Record<string, string | undefined>> };
    getCommandInstance(): { getCommandHandlers(): Readonly<Record<string, Handler>> };
  };
};

type Handler = {
  readonly original: string;
  readonly description: string;
  readonly builder: (parser: Parser) => unknown;
};

/** The command, or its subcommand where one is named in the words behind it. */
export async function declaredCommand(
  { usage, load }: ListedCommand,
  rest: readonly string[],
  { context, newParser }: { readonly context: CommandContext; readonly newParser: () => Parser },
): Promise<DeclaredCommand> {
  const parser = newParser();
  (await load()).declare(parser, context);
  const handlers = knownOf(parser).getInternalMethods().getCommandInstance().getCommandHandlers();
  const at = rest.findIndex((word) => Object.hasOwn(handlers, word));
  const subcommand = handlers[rest[at] ?? ''];
  if (at === -1 || subcommand === undefined) {
    const subcommands = new Map(Object.entries(handlers).map(([name, { description }]) => [name, description]));
    return { ...declaredBy(parser, usage), subcommands, rest };
  }
  const inner = newParser();
  subcommand.builder(inner);
  return { ...declaredBy(inner, subcommand.original), subcommands: new Map(), rest: rest.slice(at + 1) };
}

/** Of what is declared to a parser; `usage` names the positionals, which yargs keeps among the options. */
export function declaredBy(
  parser: Parser,
  usage: string,
): Pick<DeclaredCommand, 'positionals' | 'options' | 'choices'> {
  const { key, alias, boolean, array, choices } = knownOf(parser).getOptions();
  const about = knownOf(parser).getInternalMethods().getUsageInstance().getDescriptions();
  const words = usage.split(' ').filter((word) => word.startsWith('<') || word.startsWith('['));
  const positionals = words.map((word) => word.slice(1, -1));
  const options = Object.keys(key)
    .filter((name) => name !== 'version' && !positionals.some((each) => each.replace('..', '') === name))
    .map((name) => ({
      name,
      words: [name, ...(alias[name] ?? [])].map((each) => (each.length === 1 ? `-${each}` : `--${each}`)),
      about: (about[name] ?? '').replace('__yargsString__:', ''),
      takesValue: !boolean.includes(name),
      isRepeatable: array.includes(name),
    }));
  return { positionals, options, choices };
}

function knownOf(parser: Parser): Known {
  return parser as unknown as Known;
}
