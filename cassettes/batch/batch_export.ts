import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { disk, replaceFile } from '../disk/disk.ts';
import { regularFile } from '../disk/regular_file.ts';
import { batchLines, byEndpoint, type Miss, type PendingFolders, waitingRequests } from './wanted_requests.ts';

export type ExportOptions = PendingFolders &
  Readonly<{
    out: string;
    requestsMax?: number;
    bytesMax?: number;
  }>;

export type BatchExport = Awaited<ReturnType<typeof exportBatch>>;

class ExportFileError extends Error {
  override readonly name = 'ExportFileError';
}

/**
 * Writes OpenAI Batch files, which `vllm run-batch` reads too, of one model and endpoint each.
 *
 * Before it writes, throws on an invalid miss, and an `ExportFileError` where a user's file has the name of a part.
 */
export async function exportBatch(
  misses: readonly Miss[],
  { out, requestsMax = 50_000, bytesMax = 200 * 10 ** 6, ...folders }: ExportOptions,
) {
  const { waiting, leftOut } = await waitingRequests(misses, folders);
  const parts = byEndpoint(waiting).flatMap(({ model, url, requests }) =>
    inParts(batchLines(requests), requestsMax, bytesMax).map((lines) => ({ model, url, lines })),
  );
  const files = parts.map(({ model, url, lines }, index) => {
    return { path: parts.length === 1 ? out : partPath(out, index + 1), model, url, requests: lines.length };
  });
  const stranger = files.find(({ path }) => path !== out && !isFree(path));
  if (stranger !== undefined) {
    const problem = 'it is no earlier export; move it away, or name another file';
    throw new ExportFileError(`Cannot export to "${stranger.path}": ${problem}`);
  }
  for (const [index, { path }] of files.entries()) await replaceFile(disk, path, parts[index]!.lines);
  return { files, leftOut, waiting };
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

function partPath(path: string, number: number): string {
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
