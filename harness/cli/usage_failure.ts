/** Rewords yargs' messages and finds errors that yargs accepts. */
import { type CommandFailure, invalid, suggestion, unknownName } from '../io/errors/failure.ts';
import type { DeclaredOptions, ParserInternals } from './terminal/command.ts';

export function checkOptions(
  typed: readonly string[],
  parsed: Readonly<Record<string, unknown>>,
  declared: Pick<DeclaredOptions, 'key' | 'alias' | 'array' | 'boolean' | 'number'>,
): void {
  const words = optionWords(typed);
  if (words.includes('-')) throw invalid('Cannot read "-" (standard input): name a file');
  checkValues(typed, declared);
  for (const name of Object.keys(declared.key)) {
    const value = parsed[name];
    if (declared.boolean.includes(name)) continue;
    if (Array.isArray(value) && !declared.array.includes(name))
      throw invalid(`${withDashes(name)} appears ${value.length} times; use it once`);
    if (declared.number.includes(name) && value !== undefined && !Number.isFinite(value)) {
      const [first = { word: withDashes(name), value: String(value) }] = valuesOf(name, words, declared);
      throw invalid(`${first.word} must be a number, found ${JSON.stringify(first.value)}`);
    }
  }
}

export function checkValues(
  typed: readonly string[],
  declared: Pick<DeclaredOptions, 'key' | 'alias' | 'boolean'>,
): void {
  const words = optionWords(typed);
  for (const name of Object.keys(declared.key)) {
    if (declared.boolean.includes(name)) {
      checkFlag(name, words);
      continue;
    }
    const empty = valuesOf(name, words, declared).find(({ value }) => value === null);
    if (empty !== undefined) throw invalid(`${empty.word} needs a value`);
  }
}

export function optionWords(typed: readonly string[]): readonly string[] {
  return typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
}

/** yargs reads `--json=yes` as `--json=false`. */
function checkFlag(name: string, words: readonly string[]): void {
  const head = `${withDashes(name)}=`;
  const value = words.find((word) => word.startsWith(head))?.slice(head.length) ?? 'true';
  if (value === 'true' || value === 'false') return;
  throw invalid(`${withDashes(name)} takes no value, found ${JSON.stringify(value)}`);
}

function valuesOf(name: string, words: readonly string[], { alias }: Pick<DeclaredOptions, 'alias'>) {
  const names = [name, ...(alias[name] ?? [])].map(withDashes);
  return words.flatMap((word, index) => {
    const [head = '', ...valueParts] = word.split('=');
    if (!names.includes(head)) return [];
    const value = valueParts.length > 0 ? valueParts.join('=') : (words[index + 1] ?? null);
    const isOption = valueParts.length === 0 && value !== null && /^-[^\d.]/.test(value);
    return [{ word: head, value: value === '' || isOption ? null : value }];
  });
}

export function withDashes(option: string): string {
  return option.length === 1 ? `-${option}` : `--${option}`;
}

/** yargs bypasses its handler if an option with `nargs` is the last word. */
export function rewordError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'YError') return error;
  const [, option] = /^Not enough arguments following: (.*)$/.exec(error.message) ?? [];
  return invalid(option === undefined ? error.message : `${withDashes(option)} needs a value`);
}

export function usageFailure(message: string, argv: readonly string[], parser: ParserInternals): CommandFailure {
  const { commands, fullCommands } = parser.getInternalMethods().getContext();
  const name = ['tapedeck', ...commands].join(' ');
  const usage = ['tapedeck', ...commands.slice(0, -1), ...fullCommands.slice(-1)].join(' ');
  const known = Object.keys(parser.getOptions().key);
  // A misspelled option may cause the other errors.
  const misspelled = /^(Unknown argument|Not enough)/.test(message) ? unknownOption(argv, known) : undefined;
  const text =
    misspelled === undefined
      ? reword(message, { usage, argv, parser })
      : unknownName(`option of \`${name}\``, withDashes(misspelled), known.map(withDashes)).message;
  return invalid(`${text}\nSee \`${name} --help\``);
}

function unknownOption(argv: readonly string[], known: readonly string[]): string | undefined {
  const typed = optionWords(argv).flatMap((word) => /^--?([a-z][^=]*)/i.exec(word)?.[1] ?? []);
  const all = new Set(known.map(normalize));
  return typed.find((word) => ![word, word.replace(/^no-/, '')].some((each) => all.has(normalize(each))));
}

/** yargs accepts `--dryRun` for `--dry-run`. */
function normalize(option: string): string {
  return option.replaceAll('-', '').toLowerCase();
}

type Usage = Readonly<{ usage: string; argv: readonly string[]; parser: ParserInternals }>;

function typedName(option: string, { argv, parser }: Usage): string {
  const words = [option, ...(parser.getOptions().alias[option] ?? [])].map(withDashes);
  return argv.map((word) => word.replace(/=.*/s, '')).find((word) => words.includes(word)) ?? withDashes(option);
}

function reword(message: string, context: Usage): string {
  const { usage, parser } = context;
  const [, word] = /^Unknown arguments?: ([^,]*)/.exec(message) ?? [];
  const commands = parser.getInternalMethods().getCommandInstance().getCommands();
  if (word !== undefined && commands.length > 0) return unknownName(`command of \`${usage}\``, word, commands).message;
  if (word !== undefined) return `\`${usage}\` takes no more arguments, found ${JSON.stringify(word)}`;
  const [, got] = /^Not enough non-option arguments: got (\d+)/.exec(message) ?? [];
  if (got !== undefined) {
    const required = usage.split(' ').filter((each) => each.startsWith('<'));
    return `Missing ${required.slice(Number(got)).join(', ')}: \`${usage}\``;
  }
  const [, missing] = /^Missing required arguments?: (.*)/.exec(message) ?? [];
  if (missing !== undefined) return `Missing ${missing.split(', ').map(withDashes).join(', ')}`;
  const [, first, second] = /^Arguments (\S+) and (\S+) are mutually exclusive/.exec(message) ?? [];
  if (first !== undefined && second !== undefined)
    return `${typedName(first, context)} and ${typedName(second, context)} cannot be combined; use one`;
  const choices = message.split('\n').flatMap((line) => rewordChoice(line, context) ?? []);
  return choices.length === 0 ? message : choices.join('\n');
}

/** Parses `Argument: mode, Given: "reply", Choices: "replay", "record"`. */
function rewordChoice(line: string, context: Usage): string | null {
  const [argument = '', afterGiven] = line.split(', Given: "');
  const [given, choices] = afterGiven?.split('", Choices: ') ?? [];
  if (given === undefined || choices === undefined) return null;
  const name = argument.replace(/^ *Argument: /, '');
  const positional = context.usage.split(' ').find((word) => /^[<[]/.test(word) && word.slice(1, -1) === name);
  const known = choices.split(', ').map((choice) => choice.replaceAll('"', ''));
  const question = suggestion(given, known).trim();
  const text = `${positional ?? typedName(name, context)} cannot be "${given}". Choices: ${choices}`;
  return question === '' ? text : `${text}; ${question}`;
}
