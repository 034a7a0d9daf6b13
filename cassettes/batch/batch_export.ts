/**
 * Writes misses as OpenAI Batch files, which `vllm run-batch` reads too.
 *
 * One model and one endpoint a file, each address once, in the order of addresses, split where the API's limits ask for it. What is
 * exported is remembered beside the tape until it is recorded; what was recorded since the run is not asked again.
 *
 * @module
 */
import { extname } from 'node:path';
import { disk, replaceFile } from '../disk/disk.ts';
import type { WireRequest } from '../wire/wire.ts';
import { batchLines, byEndpoint } from './batch_lines.ts';
import { type PendingFolders, rememberPending } from './remember_pending.ts';
import { type LeftOut, type Miss, type Wanted, wantedRequests } from './wanted_requests.ts';

export type ExportOptions = PendingFolders & {
  /** The batch file; where more than one is needed, `-1`, `-2` … goes before its extension. */
  readonly out: string;
  /** The API's limits when absent. */
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
  /** All that still waits, a request that two suites lack once for each. */
  readonly waiting: readonly Wanted[];
};

/** Throws, before anything is written, at a miss that is not one. */
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
  const written: BatchFile[] = [];
  for (const [index, { lines, ...file }] of files.entries()) {
    const path = files.length === 1 ? out : numbered(out, index + 1);
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
