/** `cmd:python3 mine.py --careful+depth=3`: white space separates words, quotes join them; no shell is involved. */

import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { invalid } from '../../io/errors/failure.ts';
import { BYTES_MAX, checkInputFile } from '../../io/read_text.ts';

export type ProgramCommand = {
  readonly text: string;
  readonly words: readonly [program: string, ...args: string[]];
  readonly folder: string;
  /** Words that are files, such as `mine.py` → hex SHA-256. */
  readonly digests: Readonly<Record<string, string>>;
};

const PREFIX = 'cmd:';
const SETTING = /^[A-Za-z_]\w{0,99}=\S*$/;
const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;

export function namesProgram(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Options stay text. Throws a CommandFailure on an invalid command. */
export function readProgramCommand(
  text: string,
  folder: string,
): { readonly command: ProgramCommand; readonly settings: readonly string[] } {
  const parts = text.slice(PREFIX.length).split('+');
  let end = parts.length;
  while (end > 1 && SETTING.test(parts[end - 1] ?? '')) end -= 1;
  const command = parts.slice(0, end).join('+').trim();
  const [program, ...args] = wordsOf(command, text);
  const words = [program, ...args] as const;
  return {
    command: { text: command, words, folder, digests: digestsOf(words, folder) },
    settings: parts.slice(end),
  };
}

function wordsOf(command: string, text: string): [string, ...string[]] {
  if (command.replaceAll(WORD, '').trim() !== '') {
    throw invalid(`Cannot read planner ${JSON.stringify(text)}: a quotation mark is not closed`);
  }
  // Control characters break names of episodes, files and columns.
  if (/[\0-\x1f\x7f]/.test(command)) {
    throw invalid(`Cannot read planner ${JSON.stringify(text)}: it holds a control character`);
  }
  const [program, ...args] = (command.match(WORD) ?? []).map((word) =>
    word.replaceAll(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
  if (program === undefined || program === '') {
    throw invalid(
      `Cannot read planner ${JSON.stringify(text)}: expected a program behind "cmd:", such as "cmd:python3 mine.py"`,
    );
  }
  return [program, ...args];
}

function digestsOf(words: readonly string[], folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.flatMap((word) => {
      const path = resolve(folder, word);
      if (!existsSync(path) || !statSync(path).isFile()) return [];
      checkInputFile(path, BYTES_MAX);
      return [[word, hash('sha256', readFileSync(path), 'hex')]];
    }),
  );
}
