import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { REQUESTS_FILE } from './chunk_export.ts';
import { IngestError } from './ingest_error.ts';

export type AnswerFiles = {
  readonly answers: readonly string[];
  readonly requests: readonly string[];
};

const ANSWERS_FILE = 'answers.jsonl';

/** Throws an `IngestError` on an unreadable file and on a folder without chunks. */
export function answerFiles(paths: readonly string[]): AnswerFiles {
  const answers = new Set<string>();
  const requests = new Set<string>();
  for (const path of paths) {
    const isFolder = statsOf(path).isDirectory();
    const found = isFolder ? filesBelow(path) : [path];
    const named = found.filter((file) => !isFolder || basename(file) === ANSWERS_FILE);
    const asked = isFolder
      ? found
      : [join(dirname(path), REQUESTS_FILE)].filter((file) => file !== path && existsSync(file));
    for (const file of named) answers.add(checked(file));
    for (const file of asked) if (basename(file) === REQUESTS_FILE) requests.add(checked(file));
    if (named.length === 0) {
      throw new IngestError(`Cannot ingest "${path}": there is no ${ANSWERS_FILE} in this folder or below it`, {
        subject: path,
      });
    }
  }
  return { answers: [...answers], requests: [...requests] };
}

/** Does not follow links to folders. */
function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory() && [ANSWERS_FILE, REQUESTS_FILE].includes(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

function checked(path: string): string {
  if (statsOf(path).isFile()) return path;
  const problem = 'it is no regular file, and answers are read twice; save them to one';
  throw new IngestError(`Cannot ingest "${path}": ${problem}`, { subject: path });
}

function statsOf(path: string): Stats {
  try {
    const stats = statSync(path);
    accessSync(path, constants.R_OK);
    return stats;
  } catch (cause) {
    throw new IngestError(`Cannot ingest "${path}": there is no such file, or it may not be read`, {
      subject: path,
      cause,
    });
  }
}
