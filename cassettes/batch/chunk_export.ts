import { existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { disk, makeFolder } from '../disk/disk.ts';
import { customId } from '../format/entry.ts';
import type { BatchExport } from './batch_export.ts';
import { type ChunkItem, dealChunks } from './deal_chunks.ts';
import {
  addPendingRequests,
  batchLines,
  byEndpoint,
  type Miss,
  type MissedRequest,
  type PendingFolders,
} from './missed_requests.ts';

/** `task` covers its whole family. */
export const CHUNK_ATTRIBUTES = ['scene', 'task'] as const;

export type ChunkAttribute = (typeof CHUNK_ATTRIBUTES)[number];

export type ChunkOptions = PendingFolders &
  Readonly<{
    folder: string;
    size: number;
    apart: readonly ChunkAttribute[];
    /** Purposes whose requests get chunks of their own. */
    alone: readonly string[];
    seed: number;
  }>;

export class ChunkFolderError extends Error {
  override readonly name = 'ChunkFolderError';
}

export const REQUESTS_FILE = 'requests.jsonl';

/** Writes all chunks (`<folder>/001/requests.jsonl`) or none. */
export async function exportChunks(
  misses: readonly Miss[],
  { folder, size, apart, alone, seed, ...folders }: ChunkOptions,
): Promise<BatchExport> {
  refuseUsedFolder(folder);
  const { unanswered, leftOut } = await addPendingRequests(misses, folders);
  const chunks = byEndpoint(unanswered).flatMap(({ model, url, requests }) => {
    const groups = Map.groupBy(requests, ({ address }) => customId(address));
    const items = Array.from(groups, ([id, group]) => itemOf(id, group, { apart, alone }));
    const dealable = items.filter(({ isAlone }) => !isAlone);
    const single = items.filter(({ isAlone }) => isAlone).map((item) => [item]);
    const dealt = [...dealChunks(dealable, { size, seed }), ...single];
    return dealt.map((chunk) => ({ model, url, lines: batchLines(chunk.map(({ missed }) => missed)) }));
  });
  const digits = Math.max(3, String(chunks.length).length);
  const files = chunks.map(({ model, url, lines }, index) => {
    const path = join(folder, String(index + 1).padStart(digits, '0'), REQUESTS_FILE);
    return { path, model, url, requests: lines.length };
  });
  if (files.length > 0)
    await writeChunks(folder, new Map(files.map(({ path }, index) => [path, chunks[index]!.lines])));
  return { files, leftOut, unanswered };
}

type Item = ChunkItem & Readonly<{ missed: MissedRequest; isAlone: boolean }>;

function itemOf(
  id: string,
  group: readonly MissedRequest[],
  { apart, alone }: Pick<ChunkOptions, 'apart' | 'alone'>,
): Item {
  const missed = group[0]!;
  const [scene = '', task = ''] = missed.address.task.split('/');
  const family = group.find((miss) => miss.family !== null)?.family ?? null;
  const labels = { scene, task: family === null ? `task ${task}` : `family ${family}` };
  const stages = group.flatMap((miss) => miss.stages);
  return {
    id,
    uniqueLabels: CHUNK_ATTRIBUTES.filter((attribute) => apart.includes(attribute)).map(
      (attribute) => labels[attribute],
    ),
    spreadLabels: stages.flatMap(({ planner, purpose }) => [planner, `${purpose} of ${planner}`]),
    missed,
    isAlone: stages.some(({ purpose }) => alone.includes(purpose)),
  };
}

function refuseUsedFolder(folder: string) {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isDirectory() && readdirSync(folder).length === 0)) return;
  const problem = stats.isDirectory() ? 'it is not empty' : 'it is not a folder';
  throw new ChunkFolderError(`Cannot write chunks to "${folder}": ${problem}; name a new folder`);
}

async function writeChunks(folder: string, files: ReadonlyMap<string, readonly string[]>) {
  const target = resolve(folder);
  makeFolder(dirname(target));
  const beside = mkdtempSync(join(dirname(target), `.${basename(target)}.part-`));
  try {
    const chunks = join(beside, basename(target));
    for (const [path, lines] of files) {
      const file = join(chunks, basename(dirname(path)), REQUESTS_FILE);
      makeFolder(dirname(file));
      await disk.write(file, lines);
    }
    // Some systems cannot rename onto a folder.
    if (existsSync(target)) rmdirSync(target);
    disk.rename(chunks, target);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
