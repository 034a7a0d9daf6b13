/**
 * A chunk is `<folder>/001/requests.jsonl`, with its answers beside it in `answers.jsonl`.
 *
 * It is answered in one context, so no two of its requests share a scene or a task family.
 */
import { existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { disk } from '../disk/disk.ts';
import { makeFolder } from '../disk/make_folder.ts';
import { customId } from '../format/address.ts';
import { apartChunks, type ChunkItem } from './apart_chunks.ts';
import type { BatchExport, BatchFile } from './batch_export.ts';
import { batchLines, byEndpoint } from './batch_lines.ts';
import { type PendingFolders, rememberPending } from './remember_pending.ts';
import { type Miss, type Wanted, wantedRequests } from './wanted_requests.ts';

/** `task` includes tasks of the same family. */
export const APART = ['scene', 'task'] as const;

export type Apart = (typeof APART)[number];

export type ChunkOptions = PendingFolders & {
  /** Must be new or empty. */
  readonly folder: string;
  readonly size: number;
  readonly apart: readonly Apart[];
  /** Purposes, such as `policy`, whose requests get a chunk each. */
  readonly alone: readonly string[];
  readonly seed: number;
};

export class ChunkFolderError extends Error {
  override readonly name = 'ChunkFolderError';
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`Cannot write chunks to "${path}": ${problem}; name a new folder`);
    this.path = path;
  }
}

export const REQUESTS_FILE = 'requests.jsonl';

/** Writes all chunks or none. Throws on an invalid miss before it writes. */
export async function exportChunks(
  misses: readonly Miss[],
  { folder, size, apart, alone, seed, ...folders }: ChunkOptions,
): Promise<BatchExport> {
  refuseUsed(folder);
  const { wanted, leftOut } = wantedRequests(misses);
  const waiting = await rememberPending(folders, wanted);
  const chunks = byEndpoint(waiting).flatMap(({ model, url, requests }) => {
    const groups = [...Map.groupBy(requests, ({ address }) => customId(address))];
    const isAlone = ({ stages }: Wanted) => stages.some(({ purpose }) => alone.includes(purpose));
    const [single, shared] = [
      groups.filter(([, group]) => group.some(isAlone)),
      groups.filter(([, group]) => !group.some(isAlone)),
    ];
    return [
      ...apartChunks(
        shared.map(([id, group]) => itemOf(id, group, apart)),
        { size, seed },
      ),
      ...single.map(([id, group]) => [itemOf(id, group, apart)]),
    ].map((items) => ({ model, url, lines: batchLines(items.map(({ wanted: one }) => one)) }));
  });
  const digits = Math.max(3, String(chunks.length).length);
  const files = chunks.map(({ model, url, lines }, at): BatchFile & { lines: readonly string[] } => {
    const path = join(folder, String(at + 1).padStart(digits, '0'), REQUESTS_FILE);
    return { path, model, url, requests: lines.length, lines };
  });
  if (files.length > 0) await writeChunks(folder, files);
  return { files: files.map(({ lines: _, ...file }) => file), leftOut, waiting };
}

function itemOf(id: string, group: readonly Wanted[], apart: readonly Apart[]): ChunkItem & { wanted: Wanted } {
  const [wanted] = group;
  if (wanted === undefined) throw new Error('A group has a first one');
  const [scene = '', task = ''] = wanted.address.task.split('/');
  const family = group.find((one) => one.family !== null)?.family ?? null;
  const labels = { scene, task: family === null ? `task ${task}` : `family ${family}` };
  const stages = group.flatMap((one) => one.stages);
  const mixed = stages.flatMap(({ planner, purpose }) => [planner, `${purpose} of ${planner}`]);
  return { id, apart: APART.filter((one) => apart.includes(one)).map((one) => labels[one]), mixed, wanted };
}

function refuseUsed(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new ChunkFolderError(folder, 'it is no folder');
  if (readdirSync(folder).length > 0) throw new ChunkFolderError(folder, 'it is not empty');
}

/** Writes beside the folder first: one rename then puts everything in place. */
async function writeChunks(folder: string, files: readonly (BatchFile & { lines: readonly string[] })[]) {
  const target = resolve(folder);
  makeFolder(dirname(target));
  const beside = mkdtempSync(join(dirname(target), `.${basename(target)}.part-`));
  try {
    const chunks = join(beside, basename(target)); // only the owner may enter the parent
    for (const { path, lines } of files) {
      const inBeside = join(chunks, basename(dirname(path)), REQUESTS_FILE);
      makeFolder(dirname(inBeside));
      await disk.write(inBeside, lines);
    }
    // Some systems refuse to rename a folder onto another.
    if (existsSync(target)) rmdirSync(target);
    disk.rename(chunks, target);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
