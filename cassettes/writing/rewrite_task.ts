/**
 * Writes one task of a tape anew: its replies and its requests, merged with what a journal holds.
 *
 * Both come sorted, from the tape and from the journal, so one pass merges them; memory is needed for the task's keys.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from '../disk/disk.ts';
import { type Address, compareAddresses } from '../format/address.ts';
import type { Entry } from '../format/entry.ts';
import type { Journal } from '../format/journal.ts';
import type { TaskSummary } from '../format/manifest.ts';
import { parseReplyLine, readReplies } from '../format/replies_file.ts';
import { formatRequestLine, readRequests } from '../format/requests_file.ts';
import { sealLine } from '../format/sealed_line.ts';
import { nextOf, taskFiles } from '../format/tape_files.ts';
import { requestKey } from '../wire/key.ts';

export type TaskRewrite = {
  readonly dir: string;
  readonly task: string;
  /** What the manifest says of the task; undefined for a new one. */
  readonly before: TaskSummary | undefined;
  /** Sorted addresses in the journal. */
  readonly changes: readonly Address[];
  readonly journal: Journal | null;
  /** Which entries of the tape stay; all when undefined. */
  readonly keep: ((address: Address) => boolean) | undefined;
};

/** Writes the task's files beside those that are there, and returns what the manifest will say of them. */
export async function rewriteTask(rewrite: TaskRewrite, disk: Disk): Promise<TaskSummary> {
  const files = taskFiles(rewrite.task);
  const keys = new Set<string>();
  const answers = new Map<string, TaskSummary['answers'][number]>();
  const replies = counter();
  await disk.write(
    nextOf(join(rewrite.dir, files.replies)),
    replies.through(
      mergedReplies(rewrite, (entry) => {
        keys.add(entry.key);
        const { source, reply, batch } = entry;
        const from = { source, model: reply.model, ...(batch === undefined ? {} : { batch }) };
        const id = JSON.stringify([source, reply.model, batch]);
        answers.set(id, { ...from, entries: (answers.get(id)?.entries ?? 0) + 1 });
      }),
    ),
  );
  const requests = counter();
  await disk.write(nextOf(join(rewrite.dir, files.requests)), requests.through(mergedRequests(rewrite, keys)), {
    gzip: true,
  });
  const sorted = [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, answer]) => answer);
  return { replies: replies.summary(), requests: requests.summary(), answers: sorted };
}

/** Lines of the tape and of the journal in one order; the journal's count where both have an address. */
async function* mergedReplies(rewrite: TaskRewrite, onEntry: (entry: Entry) => void): AsyncGenerator<string> {
  const { changes, journal, keep = () => true } = rewrite;
  let next = 0;
  function* recordedUpTo(limit: Address | null): Generator<string> {
    for (; next < changes.length; next += 1) {
      const address = changes[next];
      if (address === undefined || journal === null) throw new Error('A change comes from a journal');
      if (limit !== null && compareAddresses(address, limit) > 0) return;
      const recording = journal.find(address);
      if (recording === null) throw new Error('A journal finds what it lists');
      onEntry(recording.entry);
      yield `${sealLine(recording.entry)}\n`;
    }
  }
  for await (const { address, bytes, path, number } of oldReplies(rewrite)) {
    yield* recordedUpTo(address);
    const last = changes[next - 1];
    const replaced = last !== undefined && compareAddresses(last, address) === 0;
    if (replaced || !keep(address)) continue;
    onEntry(parseReplyLine(bytes, { path, line: number }));
    yield `${bytes.toString()}\n`;
  }
  yield* recordedUpTo(null);
}

async function* oldReplies({ dir, task, before }: TaskRewrite) {
  if (before === undefined) return;
  const path = join(dir, taskFiles(task).replies);
  for await (const line of readReplies({ path, task, ...before.replies })) yield { ...line, path };
}

/** Requests of the tape and of the journal in one order, without those that no reply belongs to. */
async function* mergedRequests(rewrite: TaskRewrite, keys: ReadonlySet<string>): AsyncGenerator<string> {
  const { changes, journal } = rewrite;
  const firstByKey = new Map(changes.toReversed().map((address) => [address.key, address]));
  const wanted = [...firstByKey.keys()].toSorted(byCodeUnit);
  let next = 0;
  function* recordedUpTo(limit: string | null): Generator<string> {
    for (; next < wanted.length; next += 1) {
      const key = wanted[next] ?? '';
      if (limit !== null && key > limit) return;
      const address = firstByKey.get(key);
      const recording = address === undefined ? null : journal?.find(address);
      if (recording === null || recording === undefined) throw new Error('A journal finds what it lists');
      // Checked in pairs: the key was computed when the reply was recorded, and is again now.
      if (requestKey(recording.request) !== key) throw new Error(`Request "${key}" does not hash to its key`);
      yield formatRequestLine({ key, request: recording.request });
    }
  }
  for await (const stored of oldRequests(rewrite)) {
    yield* recordedUpTo(stored.key);
    if (wanted[next - 1] !== stored.key && keys.has(stored.key)) yield formatRequestLine(stored);
  }
  yield* recordedUpTo(null);
}

async function* oldRequests({ dir, task, before }: TaskRewrite) {
  if (before === undefined) return;
  yield* readRequests({ path: join(dir, taskFiles(task).requests), ...before.requests });
}

/** Counts and hashes lines on their way to the disk. */
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
