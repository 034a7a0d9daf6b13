/** Reads `cmd:python3 mine.py --careful+depth=3`: whitespace separates words, quotation marks join them; there is no shell. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { invalid } from '../../io/errors/failure.ts';
import { BYTES_MAX, checkInputFile } from '../../io/read_text.ts';

export type ProgramCommand = Readonly<{
  text: string;
  words: readonly [program: string, ...args: string[]];
  folder: string;
  /** File among the words, such as `mine.py` → SHA-256 in hex. */
  digests: Readonly<Record<string, string>>;
}>;

const PREFIX = 'cmd:';
const SETTING = /^[A-Za-z_]\w{0,99}=\S*$/;
const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;

export function namesProgram(text: string): boolean {
  return text.startsWith(PREFIX);
}

export function readProgramCommand(text: string, folder: string) {
  const parts = text.slice(PREFIX.length).split('+');
  let end = parts.length;
  while (end > 1 && SETTING.test(parts[end - 1] ?? '')) end -= 1;
  const command = parts.slice(0, end).join('+').trim();
  const cannot = `Cannot read planner ${JSON.stringify(text)}`;
  if (command.replaceAll(WORD, '').trim() !== '') throw invalid(`${cannot}: a quotation mark is not closed`);
  if (/[\0-\x1f\x7f]/.test(command)) throw invalid(`${cannot}: it contains a control character`);
  const [program = '', ...args] = (command.match(WORD) ?? []).map((word) =>
    word.replaceAll(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
  if (program === '') throw invalid(`${cannot}: expected a program after "cmd:", such as "cmd:python3 mine.py"`);
  const words = [program, ...args] as const;
  const read: ProgramCommand = { text: command, words, folder, digests: digestsOf(words, folder) };
  return { command: read, settings: parts.slice(end) };
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
