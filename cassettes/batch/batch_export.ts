import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { disk, replaceFile } from '../disk/disk.ts';
import { regularFile } from '../disk/read_lines.ts';
import { type Address, customId } from '../format/entry.ts';
import { promptTokens, tokenCounter } from '../tokens/token_count.ts';
import type { WireRequest } from '../wire/wire.ts';
import { addPendingRequests, batchLines, byEndpoint, type Miss, type PendingFolders } from './missed_requests.ts';

type ExportOptions = PendingFolders & Readonly<{ out: string; requestsMax?: number; bytesMax?: number }>;

export type BatchExport = Awaited<ReturnType<typeof exportBatch>>;

class ExportFileError extends Error {
  override readonly name = 'ExportFileError';
}

export async function exportBatch(
  misses: readonly Miss[],
  { out, requestsMax = 50_000, bytesMax = 200 * 10 ** 6, ...folders }: ExportOptions,
) {
  const { unanswered, leftOut } = await addPendingRequests(misses, folders);
  const parts = byEndpoint(unanswered).flatMap(({ model, url, requests }) =>
    splitLines(batchLines(requests), requestsMax, bytesMax).map((lines) => ({ model, url, lines })),
  );
  const files = parts.map(({ model, url, lines }, index) => {
    return { path: parts.length === 1 ? out : partPath(out, index + 1), model, url, requests: lines.length };
  });
  const occupied = files.find(({ path }) => path !== out && !isReplaceable(path))?.path;
  if (occupied !== undefined) {
    throw new ExportFileError(
      `Cannot export to "${occupied}": the file is not an earlier export; move it, or name another file`,
    );
  }
  for (const [index, { path }] of files.entries()) await replaceFile(disk, path, parts[index]!.lines);
  return { files, leftOut, unanswered };
}

function splitLines(lines: readonly string[], requestsMax: number, bytesMax: number): string[][] {
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

function partPath(path: string, number: number) {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

const LINE_START = '{"custom_id":';

function isReplaceable(path: string) {
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

export type UnansweredRequest = Readonly<{
  suite: string;
  address: Address;
  request: WireRequest;
  planners: readonly string[];
}>;

export type MissingAnswers = Awaited<ReturnType<typeof countMissingAnswers>>;
export type CallCount = ReturnType<typeof countCalls>;

/** Lower bounds: episodes stop at their first missing answer. */
export async function countMissingAnswers(unanswered: readonly UnansweredRequest[]) {
  const tokens = new Map<string, number>();
  for (const { address, request } of unanswered) {
    const id = customId(address);
    if (tokens.has(id)) continue;
    tokens.set(id, promptTokens(request, await tokenCounter(request.body.model)));
  }
  const byPlanner = unanswered.flatMap((request) => request.planners.map((planner) => ({ ...request, planner })));
  const planners = [...Map.groupBy(byPlanner, ({ planner }) => planner)].map(([planner, group]) => {
    const episodes = new Set(group.map(({ suite, address: { task, trial } }) => `${suite} ${task} ${trial}`));
    return { planner, episodes: episodes.size, ...countCalls(group, tokens) };
  });
  return {
    planners: planners.toSorted((a, b) => (a.planner < b.planner ? -1 : 1)),
    all: countCalls(unanswered, tokens),
  };
}

function countCalls(group: readonly Pick<UnansweredRequest, 'address'>[], tokens: ReadonlyMap<string, number>) {
  const ids = new Set(group.map(({ address }) => customId(address)));
  return { calls: ids.size, promptTokens: [...ids].reduce((sum, id) => sum + (tokens.get(id) ?? 0), 0) };
}
