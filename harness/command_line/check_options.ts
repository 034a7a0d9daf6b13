/**
 * What every command expects of its options, beyond what yargs checks: one value each, and a number where one is named.
 *
 * @module
 */
import { invalid } from '../errors/failure.ts';

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
  const words = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
  if (words.includes('-')) throw invalid('Cannot read "-": standard input is not read, name a file');
  for (const name of Object.keys(declared.key)) {
    const value = parsed[name];
    if (declared.boolean.includes(name)) continue;
    const given = valuesOf(name, words, declared);
    const empty = given.find((each) => each.value === null);
    if (empty !== undefined) throw invalid(`${empty.word} is given no value`);
    if (Array.isArray(value) && !declared.array.includes(name)) {
      throw invalid(`${shown(name)} is given ${value.length} times; expected one value`);
    }
    if (declared.number.includes(name) && value !== undefined && !Number.isFinite(value)) {
      const [first = { word: shown(name), value: String(value) }] = given;
      throw invalid(`${first.word} must be a number, found ${JSON.stringify(first.value)}`);
    }
  }
}

/** An option as it is typed, and what stands behind it; null where nothing does. */
type Given = { readonly word: string; readonly value: string | null };

function valuesOf(name: string, words: readonly string[], { alias }: DeclaredOptions): Given[] {
  const names = [name, ...(alias[name] ?? [])].map(shown);
  return words.flatMap((word, index) => {
    const [head = '', ...rest] = word.split('=');
    if (!names.includes(head)) return [];
    const value = rest.length > 0 ? rest.join('=') : (words[index + 1] ?? null);
    const isOption = rest.length === 0 && value !== null && /^-[^\d.]/.test(value);
    return [{ word: head, value: value === '' || isOption ? null : value }];
  });
}

function shown(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
