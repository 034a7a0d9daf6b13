/** Writes misses as OpenAI Batch files, which `vllm run-batch` reads too; one model and endpoint per file. */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { disk, replaceFile } from '../disk/disk.ts';
import { regularFile } from '../disk/regular_file.ts';
import type { WireRequest } from '../wire/wire.ts';
import { batchLines, byEndpoint } from './batch_lines.ts';
import { type PendingFolders, rememberPending } from './remember_pending.ts';
import { type LeftOut, type Miss, type Wanted, wantedRequests } from './wanted_requests.ts';

export type ExportOptions = PendingFolders & {
  /** Further parts get `-1`, `-2` … before the extension. */
  readonly out: string;
  /** Default to the API's limits. */
  readonly requestsMax?: number;
  readonly bytesMax?: number;
};

export type BatchFile = {
  readonly path: string;
  readonly model: string;
  readonly url: WireRequest['url'];
  readonly requests: number;
};

export type BatchExport = {
  readonly files: readonly BatchFile[];
  readonly leftOut: readonly LeftOut[];
  readonly waiting: readonly Wanted[];
};

/** A user's file has the generated name of a part. */
class ExportFileError extends Error {
  override readonly name = 'ExportFileError';
  readonly path: string;

  constructor(path: string) {
    super(`Cannot export to "${path}": it is no earlier export; move it away, or name another file`);
    this.path = path;
  }
}

/** Throws on an invalid miss, and an `ExportFileError`, before it writes any file. */
export async function exportBatch(
  misses: readonly Miss[],
  { out, requestsMax = 50_000, bytesMax = 200 * 10 ** 6, ...folders }: ExportOptions,
): Promise<BatchExport> {
  const { wanted, leftOut } = wantedRequests(misses);
  const waiting = await rememberPending(folders, wanted);
  const files: (Omit<BatchFile, 'path'> & { lines: string[] })[] = [];
  for (const { model, url, requests } of byEndpoint(waiting)) {
    for (const lines of inParts(batchLines(requests), requestsMax, bytesMax)) {
      files.push({ model, url, requests: lines.length, lines });
    }
  }
  const paths = files.map((_, index) => (files.length === 1 ? out : numbered(out, index + 1)));
  const stranger = paths.find((path) => path !== out && !isFree(path));
  if (stranger !== undefined) throw new ExportFileError(stranger);
  const written: BatchFile[] = [];
  for (const [index, { lines, ...file }] of files.entries()) {
    const path = paths[index]!;
    await replaceFile(disk, path, lines);
    written.push({ path, ...file });
  }
  return { files: written, leftOut, waiting };
}

function inParts(lines: readonly string[], requestsMax: number, bytesMax: number): readonly string[][] {
  const parts: string[][] = [];
  let part: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line);
    if (part.length > 0 && (part.length >= requestsMax || bytes + length > bytesMax)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(line);
    bytes += length;
  }
  return part.length === 0 ? parts : [...parts, part];
}

function numbered(path: string, number: number): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

const LINE_START = '{"custom_id":';

function isFree(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return true;
  const start = Buffer.alloc(LINE_START.length);
  const file = disk.open(regularFile(path), 'r');
  try {
    file.read(start, 0);
  } finally {
    file.close();
  }
  return start.toString() === LINE_START;
}
