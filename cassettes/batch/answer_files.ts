import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REQUESTS_FILE } from './chunk_export.ts';
import { IngestError } from './declared_answering.ts';

const ANSWERS_FILE = 'answers.jsonl';

/** Throws an `IngestError` on an unreadable file and on a folder without chunks. */
export function answerFiles(paths: readonly string[]) {
  const answers = new Set<string>();
  const requests = new Set<string>();
  for (const path of paths) {
    const isFolder = statsOf(path).isDirectory();
    const beside = join(dirname(path), REQUESTS_FILE);
    const named = isFolder ? filesBelow(path, ANSWERS_FILE) : [path];
    const asked = isFolder
      ? filesBelow(path, REQUESTS_FILE)
      : [beside].filter((file) => file !== path && existsSync(file));
    for (const file of named) answers.add(checked(file));
    for (const file of asked) requests.add(checked(file));
    if (named.length === 0) throw refused(path, `there is no ${ANSWERS_FILE} in this folder or below it`);
  }
  return { answers: [...answers], requests: [...requests] };
}

/** Does not follow links to folders. */
function filesBelow(folder: string, called: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory() && entry.name === called)
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

function checked(path: string): string {
  if (statsOf(path).isFile()) return path;
  throw refused(path, 'it is no regular file, and answers are read twice; save them to one');
}

function statsOf(path: string): Stats {
  try {
    const stats = statSync(path);
    accessSync(path, constants.R_OK);
    return stats;
  } catch (cause) {
    throw refused(path, 'there is no such file, or it may not be read', cause);
  }
}

function refused(path: string, problem: string, cause?: unknown): IngestError {
  return new IngestError(`Cannot ingest "${path}": ${problem}`, { cause });
}
