/**
 * Memory holds the journal's index and one task's keys.
 *
 * A complete `manifest.next.json` is the decision, after which `finishRewrite` can be repeated after a kill.
 * The journal is deleted last and takes no more once this begins. A damaged decision is made again from it,
 * or, without a journal, dropped if the tape is intact.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { besideOf, type Disk, replaceFile } from '../disk/disk.ts';
import { type Address, compareAddresses, type Entry } from '../format/entry.ts';
import type { Journal, Recording } from '../format/journal.ts';
import { emptyManifest, formatManifest, parseManifest, readManifest, type TaskSummary } from '../format/manifest.ts';
import { uniqueProvenance } from '../format/provenance.ts';
import { formatRequestLine, parseReplyLine, readReplies, readRequests } from '../format/replies_file.ts';
import { sealLine } from '../format/sealed_line.ts';
import { filesIn, nextOf, type TapeName, tapeFiles, taskFiles, taskOfFile } from '../format/tape_files.ts';
import { requestKey } from '../wire/key.ts';

export type Rewrite = {
  readonly journal: Journal | null;
  /** Keeps all when absent. */
  readonly keep?: (address: Address) => boolean;
};

/** The caller holds the lock and has finished any earlier rewrite. */
export async function rewriteTape(name: TapeName, how: Rewrite, disk: Disk): Promise<void> {
  const { journal, keep } = how;
  const files = tapeFiles(name);
  removeLeftovers(files.dir, disk);
  const old = readManifest(files.manifest, name) ?? emptyManifest(name.suite, name.model);
  const added = Map.groupBy((journal?.addresses() ?? []).toSorted(compareAddresses), ({ task }) => task);
  const tasks: Record<string, TaskSummary> = {};
  for (const task of new Set([...Object.keys(old.tasks), ...added.keys()])) {
    const before = old.tasks[task];
    const changes = added.get(task) ?? [];
    const isUntouched = changes.length === 0 && keep === undefined;
    const after = isUntouched ? before : await rewriteTask({ dir: files.dir, task, before, changes, ...how }, disk);
    if (after !== undefined && after.replies.entries > 0) tasks[task] = after;
  }
  const known = uniqueProvenance([...old.provenance, ...(journal?.provenance() ?? [])]);
  const answers = Object.values(tasks).flatMap((task) => task.answers);
  const provenance = known.filter((one) =>
    answers.some((a) => a.source === one.source && a.model === one.model && a.batch === one.batch),
  );
  const text = formatManifest({ ...old, provenance, tasks });
  // Read back first: an unreadable decision would lock everyone out of the tape.
  parseManifest(text, files.manifestNext);
  await replaceFile(disk, files.manifestNext, [text]);
  finishRewrite(name, disk);
}

export function finishRewrite(name: TapeName, disk: Disk): void {
  const files = tapeFiles(name);
  const next = readManifest(files.manifestNext, name);
  if (next === null) return;
  for (const task of Object.keys(next.tasks)) {
    for (const file of Object.values(taskFiles(task))) {
      const path = join(files.dir, file);
      if (existsSync(nextOf(path))) disk.rename(nextOf(path), path);
    }
  }
  const old = readManifest(files.manifest, name);
  for (const task of Object.keys(old?.tasks ?? {})) {
    if (next.tasks[task] !== undefined) continue;
    for (const file of Object.values(taskFiles(task))) disk.remove(join(files.dir, file));
  }
  removeLeftovers(files.dir, disk);
  disk.rename(files.manifestNext, files.manifest);
}

export function dropRewrite(name: TapeName, disk: Disk): void {
  const { dir, manifestNext } = tapeFiles(name);
  removeLeftovers(dir, disk);
  disk.remove(manifestNext);
}

function removeLeftovers(dir: string, disk: Disk): void {
  const { manifestNext, pending } = filesIn(dir);
  const files = readdirSync(dir).map((file) => join(dir, file));
  const isTasks = (file: string) => file.endsWith('.next') && taskOfFile(basename(file, '.next')) !== null;
  for (const file of files.filter((each) => isTasks(each) || [manifestNext, pending].map(besideOf).includes(each))) {
    disk.remove(file);
  }
}

type TaskRewrite = Rewrite & {
  readonly dir: string;
  readonly task: string;
  readonly before: TaskSummary | undefined;
  readonly changes: readonly Address[];
};

async function rewriteTask(rewrite: TaskRewrite, disk: Disk): Promise<TaskSummary> {
  const files = taskFiles(rewrite.task);
  const keys = new Set<string>();
  const answers = new Map<string, TaskSummary['answers'][number]>();
  const onEntry = ({ key, source, reply, batch }: Entry) => {
    keys.add(key);
    const from = { source, model: reply.model, ...(batch === undefined ? {} : { batch }) };
    const id = JSON.stringify([source, reply.model, batch]);
    answers.set(id, { ...from, entries: (answers.get(id)?.entries ?? 0) + 1 });
  };
  const replies = counter();
  await disk.write(nextOf(join(rewrite.dir, files.replies)), replies.through(mergedReplies(rewrite, onEntry)));
  const requests = counter();
  await disk.write(nextOf(join(rewrite.dir, files.requests)), requests.through(mergedRequests(rewrite, keys)), {
    gzip: true,
  });
  const sorted = [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, answer]) => answer);
  return { replies: replies.summary(), requests: requests.summary(), answers: sorted };
}

async function* mergedReplies(rewrite: TaskRewrite, onEntry: (entry: Entry) => void): AsyncGenerator<string> {
  const { dir, task, before, changes, keep = () => true } = rewrite;
  const path = join(dir, taskFiles(task).replies);
  const old = before === undefined ? [] : readReplies({ path, task, ...before.replies });
  for await (const { stored, change } of merged(old, changes, (line, address) =>
    compareAddresses(line.address, address),
  )) {
    if (change !== undefined) {
      const { entry } = journaled(rewrite, change);
      onEntry(entry);
      yield `${sealLine(entry)}\n`;
    } else if (keep(stored.address)) {
      onEntry(parseReplyLine(stored.bytes, { path, line: stored.number }));
      yield `${stored.bytes.toString()}\n`;
    }
  }
}

async function* mergedRequests(rewrite: TaskRewrite, keys: ReadonlySet<string>): AsyncGenerator<string> {
  const { dir, task, before, changes } = rewrite;
  const path = join(dir, taskFiles(task).requests);
  const old = before === undefined ? [] : readRequests({ path, ...before.requests });
  const firstByKey = new Map(changes.toReversed().map((address) => [address.key, address]));
  const added = [...firstByKey.values()].toSorted((a, b) => byCodeUnit(a.key, b.key));
  for await (const { stored, change } of merged(old, added, (request, { key }) => byCodeUnit(request.key, key))) {
    if (change !== undefined) {
      const { key } = change;
      const { request } = journaled(rewrite, change);
      // Second check: the key was also computed at recording.
      if (requestKey(request) !== key) throw new Error(`Request "${key}" does not hash to its key`);
      yield formatRequestLine({ key, request });
    } else if (keys.has(stored.key)) yield formatRequestLine(stored);
  }
}

function journaled({ journal }: TaskRewrite, address: Address): Recording {
  const recording = journal?.find(address);
  if (recording === null || recording === undefined) throw new Error('A journal finds what it lists');
  return recording;
}

/** Both are sorted; a change replaces what is stored at its place. */
async function* merged<S, C>(
  old: AsyncIterable<S> | Iterable<S>,
  changes: readonly C[],
  compare: (stored: S, change: C) => number,
): AsyncGenerator<{ readonly stored: S; readonly change?: never } | { readonly stored?: never; readonly change: C }> {
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

function counter() {
  const sha256 = createHash('sha256');
  let entries = 0;
  return {
    async *through(lines: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const line of lines) {
        entries += 1;
        sha256.update(line);
        yield line;
      }
    },
    summary: () => ({ entries, sha256: sha256.digest('hex') }),
  };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
