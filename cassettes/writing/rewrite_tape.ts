/**
 * A complete `manifest.next.json` commits the rewrite; `finishRewrite` can be repeated after a kill.
 * The journal is deleted last, to repeat a damaged commit.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Disk, replaceFile, temporaryPath } from '../disk/disk.ts';
import { sortedValues } from '../format/distinct.ts';
import { type Address, compareAddresses, type Entry } from '../format/entry.ts';
import type { Journal, Recording } from '../format/journal.ts';
import {
  answerCounter,
  emptyManifest,
  formatManifest,
  parseManifest,
  readManifest,
  type TaskSummary,
} from '../format/manifest.ts';
import { uniqueProvenance } from '../format/provenance.ts';
import { formatRequestLine, parseReplyLine, readReplies, readRequests } from '../format/replies_file.ts';
import { sealLine } from '../format/sealed_line.ts';
import { filesIn, nextOf, type TapeName, tapeFiles, taskOfFile, taskPaths } from '../format/tape_files.ts';
import { requestKey } from '../wire/exchange.ts';

export type Rewrite = Readonly<{ journal: Journal | null; keep?: (address: Address) => boolean }>;

/** The caller holds the lock. */
export async function rewriteTape(name: TapeName, rewrite: Rewrite, disk: Disk): Promise<void> {
  const { journal, keep } = rewrite;
  const files = tapeFiles(name);
  removeLeftovers(files.dir, disk);
  const old = readManifest(files.manifest, name) ?? emptyManifest(name);
  const added = Map.groupBy((journal?.addresses() ?? []).toSorted(compareAddresses), ({ task }) => task);
  const tasks: Record<string, TaskSummary> = {};
  for (const task of new Set([...Object.keys(old.tasks), ...added.keys()])) {
    const before = old.tasks[task];
    const changes = added.get(task) ?? [];
    const isUntouched = changes.length === 0 && keep === undefined;
    const after = isUntouched ? before : await rewriteTask({ dir: files.dir, task, before, changes, ...rewrite }, disk);
    if (after !== undefined && after.replies.entries > 0) tasks[task] = after;
  }
  const known = uniqueProvenance([...old.provenance, ...(journal?.provenance() ?? [])]);
  const answers = Object.values(tasks).flatMap((task) => task.answers);
  const provenance = known.filter(({ source, model, batch }) =>
    answers.some((answer) => answer.source === source && answer.model === model && answer.batch === batch),
  );
  const text = formatManifest({ ...old, provenance, tasks });
  // Nobody could open the tape after an unreadable commit.
  parseManifest(text, files.manifestNext);
  await replaceFile(disk, files.manifestNext, [text]);
  finishRewrite(name, disk);
}

export function finishRewrite(name: TapeName, disk: Disk): void {
  const files = tapeFiles(name);
  const next = readManifest(files.manifestNext, name);
  if (next === null) return;
  for (const task of Object.keys(next.tasks)) {
    for (const path of Object.values(taskPaths(files.dir, task))) {
      if (existsSync(nextOf(path))) disk.rename(nextOf(path), path);
    }
  }
  const old = readManifest(files.manifest, name);
  for (const task of Object.keys(old?.tasks ?? {})) {
    if (next.tasks[task] !== undefined) continue;
    for (const path of Object.values(taskPaths(files.dir, task))) disk.remove(path);
  }
  removeLeftovers(files.dir, disk);
  disk.rename(files.manifestNext, files.manifest);
}

export function dropRewrite(name: TapeName, disk: Disk): void {
  const { dir, manifestNext } = tapeFiles(name);
  removeLeftovers(dir, disk);
  disk.remove(manifestNext);
}

function removeLeftovers(dir: string, disk: Disk) {
  const { manifestNext, pending } = filesIn(dir);
  const temporary = [manifestNext, pending].map(temporaryPath);
  const isTasks = (file: string) => file.endsWith('.next') && taskOfFile(basename(file, '.next')) !== null;
  for (const path of readdirSync(dir).map((file) => join(dir, file))) {
    if (isTasks(path) || temporary.includes(path)) disk.remove(path);
  }
}

type TaskRewrite = Rewrite &
  Readonly<{ dir: string; task: string; before: TaskSummary | undefined; changes: readonly Address[] }>;

async function rewriteTask(rewrite: TaskRewrite, disk: Disk): Promise<TaskSummary> {
  const paths = taskPaths(rewrite.dir, rewrite.task);
  const keys = new Set<string>();
  const answers = answerCounter();
  const onEntry = (entry: Entry) => {
    keys.add(entry.key);
    answers.add(entry);
  };
  const replies = await writeNext(paths.replies, mergeReplies(rewrite, onEntry), { disk });
  const requests = await writeNext(paths.requests, mergeRequests(rewrite, keys), { disk, gzip: true });
  return { replies, requests, answers: answers.sorted() };
}

async function writeNext(
  path: string,
  lines: AsyncIterable<string>,
  { disk, gzip = false }: { disk: Disk; gzip?: boolean },
) {
  const sha256 = createHash('sha256');
  let entries = 0;
  async function* counted() {
    for await (const line of lines) {
      entries += 1;
      sha256.update(line);
      yield line;
    }
  }
  await disk.write(nextOf(path), counted(), { gzip });
  return { entries, sha256: sha256.digest('hex') };
}

async function* mergeReplies(rewrite: TaskRewrite, onEntry: (entry: Entry) => void): AsyncGenerator<string> {
  const { dir, task, before, changes, keep = () => true } = rewrite;
  const { replies: path } = taskPaths(dir, task);
  const old = before === undefined ? [] : readReplies({ path, task, ...before.replies });
  const merged = merge(old, changes, (line, address) => compareAddresses(line.address, address));
  for await (const { stored, change } of merged) {
    if (change !== undefined) {
      const { entry } = recordingAt(rewrite, change);
      onEntry(entry);
      yield `${sealLine(entry)}\n`;
    } else if (keep(stored.address)) {
      onEntry(parseReplyLine(stored.bytes, { path, line: stored.number }));
      yield `${stored.bytes.toString()}\n`;
    }
  }
}

async function* mergeRequests(rewrite: TaskRewrite, keys: ReadonlySet<string>): AsyncGenerator<string> {
  const { dir, task, before, changes } = rewrite;
  const old = before === undefined ? [] : readRequests({ path: taskPaths(dir, task).requests, ...before.requests });
  const added = sortedValues(new Map(changes.toReversed().map((address) => [address.key, address])));
  for await (const { stored, change } of merge(old, added, (request, { key }) => compareKeys(request.key, key))) {
    if (change !== undefined) {
      const { key } = change;
      const { request } = recordingAt(rewrite, change);
      if (requestKey(request) !== key) throw new Error(`Request "${key}" does not hash to its key`);
      yield formatRequestLine({ key, request });
    } else if (keys.has(stored.key)) yield formatRequestLine(stored);
  }
}

function recordingAt({ journal }: TaskRewrite, address: Address): Recording {
  const recording = journal?.find(address);
  if (recording === null || recording === undefined) throw new Error('The journal lacks a recording that it lists');
  return recording;
}

/** A change replaces an equal stored item. */
async function* merge<S, C>(
  old: AsyncIterable<S> | Iterable<S>,
  changes: readonly C[],
  compare: (stored: S, change: C) => number,
): AsyncGenerator<Readonly<{ stored: S; change?: never }> | Readonly<{ stored?: never; change: C }>> {
  let next = 0;
  for await (const stored of old) {
    let isReplaced = false;
    for (; next < changes.length; next += 1) {
      const order = compare(stored, changes[next]!);
      if (order < 0) break;
      isReplaced ||= order === 0;
      yield { change: changes[next]! };
    }
    if (!isReplaced) yield { stored };
  }
  for (const change of changes.slice(next)) yield { change };
}

function compareKeys(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0;
}
