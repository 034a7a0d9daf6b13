import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { TapeError } from '../disk/read_lines.ts';
import { answerCounter, type TaskSummary } from '../format/manifest.ts';
import { parseReplyLine, type RepliesFile, readReplies, readRequests } from '../format/replies_file.ts';
import type { TaskFiles } from '../format/tape_files.ts';
import { requestKey } from '../wire/exchange.ts';
import { findSecret } from '../wire/secrets.ts';

export type TapeProblem = Readonly<{ path: string; line: number | null; message: string }>;

export async function verifyTask(
  paths: TaskFiles,
  task: string,
  { replies, requests, answers }: TaskSummary,
): Promise<readonly TapeProblem[]> {
  const problems: TapeProblem[] = [];
  try {
    const { keys, counted } = await verifyReplies({ path: paths.replies, task, ...replies }, problems);
    if (problems.length === 0 && !isDeepStrictEqual(counted, answers)) {
      const message = 'its numbers of answers by source, model and batch differ from the manifest';
      problems.push({ path: paths.replies, line: null, message });
    }
    await verifyRequests({ path: paths.requests, ...requests }, keys, problems);
  } catch (error) {
    problems.push(problemOf(error));
  }
  return problems;
}

async function verifyReplies(file: RepliesFile, problems: TapeProblem[]) {
  const { path } = file;
  const keys = new Set<string>();
  const counter = answerCounter();
  const report = (message: string, line: number | null = null) => void problems.push({ path, line, message });
  if (!existsSync(path)) report('it is missing');
  else {
    for await (const { address, bytes, number } of readReplies(file, { report })) {
      keys.add(address.key);
      try {
        counter.add(parseReplyLine(bytes, { path, line: number }));
      } catch (error) {
        problems.push(problemOf(error));
      }
    }
  }
  return { keys, counted: counter.sorted() };
}

async function verifyRequests(file: Omit<RepliesFile, 'task'>, needed: ReadonlySet<string>, problems: TapeProblem[]) {
  const { path } = file;
  const report = (message: string, line: number | null = null) => void problems.push({ path, line, message });
  if (!existsSync(path)) return report('it is missing');
  const keys = new Set<string>();
  let before = '';
  for await (const { key, request, number } of readRequests(file, report)) {
    if (requestKey(request) !== key) report(`the request does not hash to its key "${key}"`, number);
    if (key <= before) report('it is not sorted by key', number);
    if (!needed.has(key)) report(`no reply belongs to request "${key}"`, number);
    const secret = findSecret(request);
    if (secret !== null) report(secret, number);
    keys.add(key);
    before = key;
  }
  for (const key of needed) if (!keys.has(key)) report(`request "${key}" is missing, but has a reply`);
}

export function problemOf(error: unknown): TapeProblem {
  if (!(error instanceof TapeError)) throw error;
  return { path: error.path, line: error.line, message: error.problem };
}
