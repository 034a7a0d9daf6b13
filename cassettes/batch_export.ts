/**
 * Writes misses as OpenAI Batch files, which `vllm run-batch` reads too.
 *
 * One model and one endpoint a file, each address once, in the order of addresses, split where the API's limits ask for it. What is
 * exported is remembered beside the tape until it is recorded.
 *
 * @module
 */
import { extname } from 'node:path';
import { z } from 'zod';
import { type Address, addressSchema, compareAddresses, customId } from './address.ts';
import { disk, writeWhole } from './disk.ts';
import { requestKey } from './key.ts';
import { LayeredTape } from './layered_tape.ts';
import { openForWriting } from './open_for_writing.ts';
import { type Pending, readPending, writePending } from './pending.ts';
import { findSecret } from './secrets.ts';
import { type LayeredName, tapeFiles } from './tape_files.ts';
import { type WireRequest, wireRequestSchema } from './wire.ts';

/** Where requests wait, and what lies below it. */
type Folders = Pick<LayeredName, 'tapesDir' | 'below'>;

/** A request that no tape answers; runs write them down in this form. */
export type Miss = Address & {
  readonly suite: string;
  readonly model: string;
  readonly url: string;
  readonly body: unknown;
};

export type ExportOptions = Folders & {
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

/** A request that is not exported, because it looks like it holds a credential. */
export type LeftOut = Address & {
  readonly suite: string;
  readonly model: string;
  /** Where it stands and what it looks like, in a clause. */
  readonly message: string;
};

export type BatchExport = { readonly files: readonly BatchFile[]; readonly leftOut: readonly LeftOut[] };

type Wanted = Pending & { readonly suite: string };

/** Throws, before anything is written, at a miss that is not one. */
export async function exportBatch(
  misses: readonly Miss[],
  { tapesDir, below = [], out, requestsMax = 50_000, bytesMax = 200 * 10 ** 6 }: ExportOptions,
): Promise<BatchExport> {
  const sorted = misses.map(readMiss).toSorted((a, b) => compareAddresses(a.address, b.address));
  const leftOut = sorted.flatMap(({ suite, model, address, request }): LeftOut[] => {
    const message = findSecret(request);
    return message === null ? [] : [{ suite, model, ...address, message }];
  });
  const wanted = sorted.filter(({ request }) => findSecret(request) === null);
  const files: (Omit<BatchFile, 'path'> & { lines: string[] })[] = [];
  const groups = Map.groupBy(wanted, ({ request }) => JSON.stringify([request.body.model, request.url]));
  for (const [id, group] of [...groups].toSorted(([x], [y]) => (x < y ? -1 : 1))) {
    const [model, url] = JSON.parse(id);
    for (const lines of inParts(batchLines(group), requestsMax, bytesMax)) {
      files.push({ model, url, requests: lines.length, lines });
    }
  }
  await rememberPending({ tapesDir, below }, wanted);
  const written: BatchFile[] = [];
  for (const [index, { lines, ...file }] of files.entries()) {
    const path = files.length === 1 ? out : numbered(out, index + 1);
    await writeWhole(disk, path, lines);
    written.push({ path, ...file });
  }
  return { files: written, leftOut };
}

const missSchema = z.object({
  ...addressSchema.shape,
  suite: z.string(),
  model: z.string(),
  url: z.string(),
  body: z.unknown(),
});

function readMiss(miss: Miss): Wanted {
  const { suite, model, url, body, ...address } = missSchema.parse(miss);
  const request = wireRequestSchema.parse({ url, body });
  if (requestKey(request) !== address.key) {
    throw new Error(
      `Cannot export a miss of task "${address.task}": its request does not hash to its key "${address.key}"; run the suite again`,
    );
  }
  return { suite, model, address, request };
}

/** Suites that share an address share the answer. */
function batchLines(wanted: readonly Wanted[]): readonly string[] {
  const byId = new Map(wanted.map(({ address, request }) => [customId(address), request]));
  return Array.from(
    byId,
    ([custom_id, { url, body }]) => `${JSON.stringify({ custom_id, method: 'POST', url, body })}\n`,
  );
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

async function rememberPending(folders: Folders, wanted: readonly Wanted[]): Promise<void> {
  const groups = Map.groupBy(wanted, ({ suite, model }) => JSON.stringify([suite, model]));
  for (const [id, group] of groups) {
    const [suite, model] = JSON.parse(id);
    const name: LayeredName = { ...folders, suite, model };
    const release = await openForWriting(name, disk);
    try {
      const path = tapeFiles(name).pending;
      const added = group.map((wanted) => [customId(wanted.address), wanted] as const);
      const pending = new Map<string, Pending>([...(await readPending(path)), ...added]);
      const tape = await LayeredTape.open(name);
      for (const [id, { address }] of pending) if (await tape.has(address)) pending.delete(id);
      await tape.close();
      await writePending(path, pending.values(), disk);
    } finally {
      release();
    }
  }
}

function numbered(path: string, number: number): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}
