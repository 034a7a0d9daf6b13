/**
 * The programs that a user named, one at a time: JSON Lines, plain or gzip, or a folder of a dataset.
 *
 * @module
 */
import { statSync } from 'node:fs';
import { readPackedLines } from '../../io/read_packed.ts';
import type { Program } from './program.ts';
import { programNames, readProgramOf } from './read_program_folder.ts';
import { readProgramLine } from './read_program_line.ts';

/** Two graphs of the released programs have 0.8 million characters. */
const LINE_CHARACTERS_MAX = 32 * 1024 * 1024;

/** Throws a CommandFailure at the first that cannot be read. */
export async function* readPrograms(path: string): AsyncGenerator<Program> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    for (const name of programNames(path)) yield readProgramOf(path, name);
    return;
  }
  let line = 0;
  for await (const text of readPackedLines(path, LINE_CHARACTERS_MAX))
    yield readProgramLine(text, { path, line: ++line });
}
