/**
 * What may stand where the cursor is, for shells: commands, options and their values, as they are declared.
 *
 * yargs' own completion calls what declares a command without waiting for it, and so knows nothing of commands that are loaded when
 * they are asked for.
 *
 * @module
 */
import { COMMANDS } from './commands.ts';
import { type DeclaredCommand, type DeclaredOption, declaredBy, declaredCommand } from './declared_command.ts';
import { KNOWN_NAMES } from './listings/known_names.ts';
import type { CommandContext, Parser } from './terminal/command_context.ts';

export type Candidate = { readonly value: string; readonly about: string };

const ANY_COMMAND: readonly Candidate[] = [
  ...COMMANDS.map(({ usage, describe }) => ({ value: nameIn(usage), about: describe })),
  { value: 'help', about: 'Show help of a command' },
];

/**
 * `words` are those behind `tapedeck`, the last one as far as it is typed. None where a file may stand there, or nothing, or where what
 * stands before makes no sense.
 */
export async function complete(
  words: readonly string[],
  surroundings: { readonly context: CommandContext; readonly newParser: () => Parser },
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const candidates = await candidatesFor(words.slice(0, -1), current, surroundings);
  return candidates.filter(({ value }) => value.startsWith(current));
}

async function candidatesFor(
  before: readonly string[],
  current: string,
  surroundings: Parameters<typeof complete>[1],
): Promise<readonly Candidate[]> {
  const wantsOption = current.startsWith('-');
  if (before.includes('--')) return [];
  const at = before.findIndex((word) => !word.startsWith('-'));
  if (at === -1) {
    return wantsOption ? optionsLeft(declaredBy(surroundings.newParser(), '').options, before) : ANY_COMMAND;
  }
  const rest = before.slice(at + 1);
  if (before[at] === 'help') return rest.length === 0 ? ANY_COMMAND : [];
  const command = COMMANDS.find(({ usage }) => nameIn(usage) === before[at]);
  if (command === undefined) return [];
  const declared = await declaredCommand(command, rest, surroundings);
  const waiting = declared.options.find((option) => option.words.includes(declared.rest.at(-1) ?? ''));
  if (waiting?.takesValue === true) return valuesOf(waiting.name, declared);
  if (wantsOption) return optionsLeft(declared.options, declared.rest);
  if (declared.subcommands.size > 0) return Array.from(declared.subcommands, ([value, about]) => ({ value, about }));
  const positional = nextPositional(declared);
  return positional === undefined ? [] : valuesOf(positional, declared);
}

function nameIn(usage: string): string {
  return usage.replace(/ .*/, '');
}

/** Those that are not given yet, or may be given again. */
function optionsLeft(options: readonly DeclaredOption[], given: readonly string[]): readonly Candidate[] {
  return options
    .filter(({ words, isRepeatable }) => isRepeatable || !words.some((word) => given.includes(word)))
    .map(({ name, about }) => ({ value: `--${name}`, about }));
}

/** Words that are neither options nor their values. */
function plainWords({ options, rest }: DeclaredCommand): string[] {
  const isValue = (at: number) =>
    options.some(({ words, takesValue }) => takesValue && words.includes(rest[at - 1] ?? ''));
  return rest.filter((word, at) => !word.startsWith('-') && !isValue(at));
}

function nextPositional(declared: DeclaredCommand): string | undefined {
  const { positionals } = declared;
  const repeated = positionals.at(-1)?.endsWith('..') === true ? positionals.at(-1) : undefined;
  return (positionals[plainWords(declared).length] ?? repeated)?.replace('..', '');
}

/** Of an option or a positional: the choices that are declared, or the names that there are; none where they cannot be told. */
async function valuesOf(name: string, declared: DeclaredCommand): Promise<readonly Candidate[]> {
  const known = declared.choices[name] ?? (await namesOf(name, declared).catch(() => []));
  return known.map((value) => ({ value, about: '' }));
}

async function namesOf(name: string, declared: DeclaredCommand): Promise<readonly string[]> {
  const list = Object.hasOwn(KNOWN_NAMES, name) ? KNOWN_NAMES[name] : undefined;
  return list === undefined ? [] : list(suiteIn(declared));
}

/** The suite whose scenes and tasks are meant. */
function suiteIn(declared: DeclaredCommand): string | undefined {
  const { positionals, rest } = declared;
  const at = positionals.indexOf('suite');
  return at === -1 ? rest[rest.indexOf('--suite') + 1 || rest.length] : plainWords(declared)[at];
}
