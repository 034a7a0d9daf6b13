/**
 * The words of a command line that runs once more, for hints that can be pasted.
 *
 * @module
 */
import { basename, dirname, join } from 'node:path';

/** Options that name the run's own folder, which no second run may take. */
const OWN_FOLDER: ReadonlySet<string | undefined> = new Set(['--out', '--name']);

/** The same words, with another folder where one was named (`mine`, then `mine_2`), and another mode where one is given. */
export function runAgain(typed: readonly string[], mode?: string): string[] {
  const words = typed.flatMap((word) => (/^--(?:out|name|mode)=/.test(word) ? nameAndValue(word) : [word]));
  const kept = words.filter((word, at) => {
    if (mode !== undefined && (word === '--mode' || words[at - 1] === '--mode')) return false;
    return !word.startsWith('--json');
  });
  const again = kept.map((word, at) => (OWN_FOLDER.has(kept[at - 1]) ? nextName(word) : word));
  return mode === undefined ? again : [...again, '--mode', mode];
}

function nameAndValue(word: string): [string, string] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}

function nextName(path: string): string {
  const name = basename(path);
  const number = /_(\d{1,6})$/.exec(name)?.[1];
  const next = number === undefined ? `${name}_2` : name.slice(0, -number.length) + (Number(number) + 1);
  return join(dirname(path), next);
}
