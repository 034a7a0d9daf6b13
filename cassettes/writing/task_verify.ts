import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readLines } from '../disk/read_lines.ts';
import { regularFile } from '../disk/regular_file.ts';
import { TapeError } from '../disk/tape_error.ts';
import type { Address } from '../format/entry.ts';
import type { TaskSummary } from '../format/manifest.ts';
import { checkReplyLine, parseReplyLine, readRequests } from '../format/replies_file.ts';
import type { TaskFiles } from '../format/tape_files.ts';
import { requestKey } from '../wire/key.ts';
import { findSecret } from '../wire/secrets.ts';

export type TapeProblem = {
  readonly path: string;
  /** From 1; null for the whole file. */
  readonly line: number | null;
  readonly message: string;
};

export async function verifyTask(
  paths: TaskFiles,
  task: string,
  summary: TaskSummary,
): Promise<readonly TapeProblem[]> {
  try {
    const { problems, keys } = await verifyReplies(paths.replies, task, summary);
    return [...problems, ...(await verifyRequests(paths.requests, summary, keys))];
  } catch (error) {
    return [problemOf(error)];
  }
}

async function verifyReplies(path: string, task: string, summary: TaskSummary) {
  const problems: TapeProblem[] = [];
  const keys = new Set<string>();
  if (!existsSync(path)) return { keys, problems: [{ path, line: null, message: 'it is missing' }] };
  const sha256 = createHash('sha256');
  const answers = new Map<string, number>();
  let before: Address | null = null;
  let entries = 0;
  for await (const line of readLines(createReadStream(regularFile(path)), { path })) {
    sha256.update(line.bytes).update(line.ended ? '\n' : '');
    entries += 1;
    const address = checkReplyLine(line, task, before);
    if (typeof address === 'string') {
      problems.push({ path, line: line.number, message: address });
      continue;
    }
    before = address;
    keys.add(address.key);
    try {
      const { source, reply, batch } = parseReplyLine(line.bytes, { path, line: line.number });
      const id = JSON.stringify([source, reply.model, batch]);
      answers.set(id, (answers.get(id) ?? 0) + 1);
    } catch (error) {
      problems.push(problemOf(error));
    }
  }
  const found = { entries, sha256: sha256.digest('hex') };
  for (const field of ['entries', 'sha256'] as const) {
    if (found[field] === summary.replies[field]) continue;
    const message = `the manifest says ${field} ${summary.replies[field]}, the file has ${found[field]}`;
    problems.push({ path, line: null, message });
  }
  const claimed = new Map(
    summary.answers.map(({ source, model, batch, entries: n }) => [JSON.stringify([source, model, batch]), n]),
  );
  if (problems.length === 0 && !isDeepStrictEqual(claimed, answers)) {
    const message = 'the manifest counts its answers differently by source, model and batch';
    problems.push({ path, line: null, message });
  }
  return { keys, problems };
}

async function verifyRequests(
  path: string,
  summary: TaskSummary,
  needed: ReadonlySet<string>,
): Promise<readonly TapeProblem[]> {
  const problems: TapeProblem[] = [];
  const keys = new Set<string>();
  if (!existsSync(path)) return [{ path, line: null, message: 'it is missing' }];
  let before = '';
  try {
    for await (const { key, request, number } of readRequests({ path, ...summary.requests })) {
      const note = (message: string) => problems.push({ path, line: number, message });
      if (requestKey(request) !== key) note(`the request does not hash to its key "${key}"`);
      if (key <= before) note('it is not sorted by key');
      if (!needed.has(key)) note(`no reply belongs to request "${key}"`);
      const secret = findSecret(request);
      if (secret !== null) note(secret);
      keys.add(key);
      before = key;
    }
  } catch (error) {
    return [...problems, problemOf(error)];
  }
  for (const key of needed) {
    if (keys.has(key)) continue;
    problems.push({ path, line: null, message: `it lacks request "${key}", to which there is a reply` });
  }
  return problems;
}

/** Rethrows other errors than a `TapeError`. */
export function problemOf(error: unknown): TapeProblem {
  if (!(error instanceof TapeError)) throw error;
  return { path: error.path, line: error.line, message: error.problem };
}
