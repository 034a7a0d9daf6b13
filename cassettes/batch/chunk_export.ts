import { existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { disk, makeFolder } from '../disk/disk.ts';
import { customId } from '../format/entry.ts';
import { apartChunks, type ChunkItem } from './apart_chunks.ts';
import type { BatchExport } from './batch_export.ts';
import {
  batchLines,
  byEndpoint,
  type Miss,
  type PendingFolders,
  type Wanted,
  waitingRequests,
} from './wanted_requests.ts';

/** `task` includes the tasks of its family. */
export const APART = ['scene', 'task'] as const;

export type Apart = (typeof APART)[number];

export type ChunkOptions = PendingFolders &
  Readonly<{
    folder: string;
    size: number;
    apart: readonly Apart[];
    /** Purposes, such as `policy`, whose requests get a chunk each. */
    alone: readonly string[];
    seed: number;
  }>;

export class ChunkFolderError extends Error {
  override readonly name = 'ChunkFolderError';
}

export const REQUESTS_FILE = 'requests.jsonl';

/** Writes all chunks, as `<folder>/001/requests.jsonl`, or none. One context answers a chunk, so its requests share no scene or task. */
export async function exportChunks(
  misses: readonly Miss[],
  { folder, size, apart, alone, seed, ...folders }: ChunkOptions,
): Promise<BatchExport> {
  refuseUsed(folder);
  const { waiting, leftOut } = await waitingRequests(misses, folders);
  const chunks = byEndpoint(waiting).flatMap(({ model, url, requests }) => {
    const groups = Map.groupBy(requests, ({ address }) => customId(address));
    const items = Array.from(groups, ([id, group]) => itemOf(id, group, { apart, alone }));
    const shared = items.filter(({ isAlone }) => !isAlone);
    const single = items.filter(({ isAlone }) => isAlone).map((item) => [item]);
    const groupsOfItems = [...apartChunks(shared, { size, seed }), ...single];
    return groupsOfItems.map((chunk) => ({ model, url, lines: batchLines(chunk.map(({ wanted }) => wanted)) }));
  });
  const digits = Math.max(3, String(chunks.length).length);
  const files = chunks.map(({ model, url, lines }, at) => {
    const path = join(folder, String(at + 1).padStart(digits, '0'), REQUESTS_FILE);
    return { path, model, url, requests: lines.length };
  });
  if (files.length > 0) await writeChunks(folder, new Map(files.map(({ path }, at) => [path, chunks[at]!.lines])));
  return { files, leftOut, waiting };
}

type Item = ChunkItem & Readonly<{ wanted: Wanted; isAlone: boolean }>;

function itemOf(id: string, group: readonly Wanted[], { apart, alone }: Pick<ChunkOptions, 'apart' | 'alone'>): Item {
  const wanted = group[0]!;
  const [scene = '', task = ''] = wanted.address.task.split('/');
  const family = group.find((one) => one.family !== null)?.family ?? null;
  const labels = { scene, task: family === null ? `task ${task}` : `family ${family}` };
  const stages = group.flatMap((one) => one.stages);
  return {
    id,
    apart: APART.filter((one) => apart.includes(one)).map((one) => labels[one]),
    mixed: stages.flatMap(({ planner, purpose }) => [planner, `${purpose} of ${planner}`]),
    wanted,
    isAlone: stages.some(({ purpose }) => alone.includes(purpose)),
  };
}

function refuseUsed(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory() && readdirSync(folder).length === 0) return;
  const problem = stats.isDirectory() ? 'it is not empty' : 'it is no folder';
  throw new ChunkFolderError(`Cannot write chunks to "${folder}": ${problem}; name a new folder`);
}

async function writeChunks(folder: string, files: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const target = resolve(folder);
  makeFolder(dirname(target));
  const beside = mkdtempSync(join(dirname(target), `.${basename(target)}.part-`));
  try {
    const chunks = join(beside, basename(target)); // only the owner may enter the parent
    for (const [path, lines] of files) {
      const file = join(chunks, basename(dirname(path)), REQUESTS_FILE);
      makeFolder(dirname(file));
      await disk.write(file, lines);
    }
    // Some systems refuse to rename a folder onto another.
    if (existsSync(target)) rmdirSync(target);
    disk.rename(chunks, target);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
