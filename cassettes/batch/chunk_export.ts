/**
 * Writes misses as chunks that can be handed over one by one, to people or models that answer all of a chunk in one context.
 *
 * No two requests of a chunk show the same scene, or tasks of the same family, so that nobody who answers sees what a rival has seen of
 * it. Requests that leave open which things an answer names can have a chunk to themselves. A chunk is `<folder>/001/requests.jsonl`, lines of an OpenAI Batch file of one model and one endpoint; its answers are put
 * beside it as `answers.jsonl`.
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

/** What keeps requests apart: `task` means tasks of the same family, too. */
export const APART = ['scene', 'task'] as const;

export type Apart = (typeof APART)[number];

export type ChunkOptions = PendingFolders & {
  /** A folder that is new or empty. */
  readonly folder: string;
  /** Most requests of a chunk. */
  readonly size: number;
  readonly apart: readonly Apart[];
  /** Purposes, such as `policy`, whose requests share a chunk with no other. */
  readonly alone: readonly string[];
  /** Where the order comes from. */
  readonly seed: number;
};

/** A folder for chunks in which something lies already. */
export class ChunkFolderError extends Error {
  override readonly name = 'ChunkFolderError';
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`Cannot write chunks to "${path}": ${problem}; name a new folder`);
    this.path = path;
  }
}

export const REQUESTS_FILE = 'requests.jsonl';

/** The chunks are there in full or not at all. Throws, before anything is written, at a miss that is not one. */
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

/** Several suites that lack the same answer ask once. */
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

/** Beside the folder first: a rename puts all in its place at once. */
async function writeChunks(folder: string, files: readonly (BatchFile & { lines: readonly string[] })[]) {
  const target = resolve(folder);
  makeFolder(dirname(target));
  const beside = mkdtempSync(join(dirname(target), `.${basename(target)}.part-`));
  try {
    const chunks = join(beside, basename(target)); // only its owner may enter the folder that holds it
    for (const { path, lines } of files) {
      const inBeside = join(chunks, basename(dirname(path)), REQUESTS_FILE);
      makeFolder(dirname(inBeside));
      await disk.write(inBeside, lines);
    }
    // Not every system puts one folder in the place of another.
    if (existsSync(target)) rmdirSync(target);
    disk.rename(chunks, target);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
