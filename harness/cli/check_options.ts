/**
 * What every command expects of its options, beyond what yargs checks: one value each, and a number where one is named.
 *
 * @module
 */
import { type CommandFailure, invalid } from '../io/errors/failure.ts';

/** What a command declares, in yargs' words. */
export type DeclaredOptions = {
  readonly key: Readonly<Record<string, unknown>>;
  readonly alias: Readonly<Record<string, readonly string[]>>;
  readonly array: readonly string[];
  readonly boolean: readonly string[];
  readonly number: readonly string[];
};

/**
 * Throws a CommandFailure where an option that takes one value is repeated, or has none, or one that is no number. `typed`
 * is the command line as it was given, which messages quote; `parsed` what yargs makes of it.
 */
export function checkOptions(
  typed: readonly string[],
  parsed: Readonly<Record<string, unknown>>,
  declared: DeclaredOptions,
): void {
  const words = optionWords(typed);
  if (words.includes('-')) throw invalid('Cannot read "-": standard input is not read, name a file');
  checkValues(typed, declared);
  for (const name of Object.keys(declared.key)) {
    const value = parsed[name];
    if (declared.boolean.includes(name)) continue;
    if (Array.isArray(value) && !declared.array.includes(name)) {
      throw invalid(`${shown(name)} is given ${value.length} times; expected one value`);
    }
    if (declared.number.includes(name) && value !== undefined && !Number.isFinite(value)) {
      const [first = { word: shown(name), value: String(value) }] = valuesOf(name, words, declared);
      throw invalid(`${first.word} must be a number, found ${JSON.stringify(first.value)}`);
    }
  }
}

/** Throws a CommandFailure where an option has no value, or a flag has one. yargs may find something else wrong for lack of it. */
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
    if (empty !== undefined) throw withoutValue(empty.word);
  }
}

/** What stands behind `--` are words, however they begin. */
function optionWords(typed: readonly string[]): readonly string[] {
  return typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
}

/** `option` as it is typed. */
export function withoutValue(option: string): CommandFailure {
  return invalid(`${option} is given no value`);
}

/** yargs would read `--json=yes` as `--json=false`. */
function checkFlag(name: string, words: readonly string[]): void {
  const head = `${shown(name)}=`;
  const value = words.find((word) => word.startsWith(head))?.slice(head.length) ?? 'true';
  if (value === 'true' || value === 'false') return;
  throw invalid(`${shown(name)} takes no value, found ${JSON.stringify(value)}`);
}

/** An option as it is typed, and what stands behind it; null where nothing does. */
type Given = { readonly word: string; readonly value: string | null };

function valuesOf(name: string, words: readonly string[], { alias }: Pick<DeclaredOptions, 'alias'>): Given[] {
  const names = [name, ...(alias[name] ?? [])].map(shown);
  return words.flatMap((word, index) => {
    const [head = '', ...rest] = word.split('=');
    if (!names.includes(head)) return [];
    const value = rest.length > 0 ? rest.join('=') : (words[index + 1] ?? null);
    const isOption = rest.length === 0 && value !== null && /^-[^\d.]/.test(value);
    return [{ word: head, value: value === '' || isOption ? null : value }];
  });
}

export function shown(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
