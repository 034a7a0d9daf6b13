/**
 * What is said where yargs cannot read a command line: what is wrong, what was probably meant, what there is.
 *
 * @module
 */
import { type CommandFailure, invalid, meant, unknownName } from '../io/errors/failure.ts';

/** What yargs knows of the command that it was reading, by names that its types leave out. */
export type ReadSoFar = {
  getOptions(): {
    readonly key: Readonly<Record<string, unknown>>;
    readonly alias: Readonly<Record<string, readonly string[]>>;
  };
  getInternalMethods(): {
    getCommandInstance(): { getCommands(): readonly string[] };
    /** Of the command and its subcommands: their names, and how they are written. */
    getContext(): { readonly commands: readonly string[]; readonly fullCommands: readonly string[] };
  };
};

/** `message` is in yargs' words, `argv` what was typed. */
export function usageFailure(message: string, argv: readonly string[], soFar: ReadSoFar): CommandFailure {
  const { commands, fullCommands } = soFar.getInternalMethods().getContext();
  const name = ['tapedeck', ...commands].join(' ');
  const usage = ['tapedeck', ...commands.slice(0, -1), ...fullCommands.slice(-1)].join(' ');
  const text =
    wrongOption(message, argv, { name, known: Object.keys(soFar.getOptions().key) }) ??
    inOwnWords(message, { usage, argv, soFar });
  return invalid(`${text}\nSee \`${name} --help\``);
}

type Options = { readonly name: string; readonly known: readonly string[] };

/** Named first, since a misspelt option may be why something else is missing. */
function wrongOption(message: string, argv: readonly string[], { name, known }: Options): string | null {
  const isAboutWords = /^(Unknown argument|Not enough)/.test(message);
  if (!isAboutWords) return null;
  const end = argv.indexOf('--');
  const typed = (end === -1 ? argv : argv.slice(0, end)).flatMap((word) => /^--?([a-z][^=]*)/i.exec(word)?.[1] ?? []);
  const all = new Set(known.map(asOneWord));
  const unknown = typed.find((word) => ![word, word.replace(/^no-/, '')].some((each) => all.has(asOneWord(each))));
  if (unknown === undefined) return null;
  return unknownName(`option of \`${name}\``, dashed(unknown), known.map(dashed)).message;
}

/** yargs takes `--dryRun` for `--dry-run`. */
function asOneWord(option: string): string {
  return option.replaceAll('-', '').toLowerCase();
}

function dashed(option: string): string {
  return option.length === 1 ? `-${option}` : `--${option}`;
}

type Read = { readonly usage: string; readonly argv: readonly string[]; readonly soFar: ReadSoFar };

/** An option as it was typed: by its name, or by a letter. */
function typedAs(option: string, { argv, soFar }: Read): string {
  const words = [option, ...(soFar.getOptions().alias[option] ?? [])].map(dashed);
  return argv.map((word) => word.replace(/=.*/s, '')).find((word) => words.includes(word)) ?? dashed(option);
}

function inOwnWords(message: string, read: Read): string {
  const { usage, soFar } = read;
  const [, word] = /^Unknown arguments?: ([^,]*)/.exec(message) ?? [];
  const commands = soFar.getInternalMethods().getCommandInstance().getCommands();
  if (word !== undefined && commands.length > 0) return unknownName(`command of \`${usage}\``, word, commands).message;
  if (word !== undefined) return `\`${usage}\` takes no more words, found ${JSON.stringify(word)}`;
  const [, got] = /^Not enough non-option arguments: got (\d+)/.exec(message) ?? [];
  if (got !== undefined) {
    const wanted = usage.split(' ').filter((each) => each.startsWith('<'));
    return `Missing ${wanted.slice(Number(got)).join(', ')}: \`${usage}\``;
  }
  const [, missing] = /^Missing required arguments?: (.*)/.exec(message) ?? [];
  if (missing !== undefined) return `Missing ${missing.split(', ').map(dashed).join(', ')}`;
  const [, one, other] = /^Arguments (\S+) and (\S+) are mutually exclusive/.exec(message) ?? [];
  if (one !== undefined && other !== undefined)
    return `${typedAs(one, read)} and ${typedAs(other, read)} exclude each other; give one`;
  const wrong = message.split('\n').flatMap((line) => wrongChoice(line, read) ?? []);
  return wrong.length === 0 ? message : wrong.join('\n');
}

/** Of a line such as `Argument: mode, Given: "reply", Choices: "replay", "record"`. */
function wrongChoice(line: string, read: Read): string | null {
  const [argument = '', rest] = line.split(', Given: "');
  const [given, choices] = rest?.split('", Choices: ') ?? [];
  if (given === undefined || choices === undefined) return null;
  const name = argument.replace(/^ *Argument: /, '');
  const positional = read.usage.split(' ').find((word) => /^[<[]/.test(word) && word.slice(1, -1) === name);
  const known = choices.split(', ').map((choice) => choice.replaceAll('"', ''));
  const question = meant(given, known).trim();
  const text = `${positional ?? typedAs(name, read)} cannot be "${given}". Choices: ${choices}`;
  return question === '' ? text : `${text}; ${question}`;
}
