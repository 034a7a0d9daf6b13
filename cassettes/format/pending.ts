import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Disk, replaceFile } from '../disk/disk.ts';
import { fileLines, TapeError } from '../disk/read_lines.ts';
import { requestKey } from '../wire/exchange.ts';
import { type WireRequest, wireRequestSchema } from '../wire/wire.ts';
import { type Address, addressSchema, compareAddresses, customId } from './entry.ts';
import { isSealed, parseSealed, sealLine } from './sealed_line.ts';

const lineSchema = z.strictObject({
  model: z.string(),
  ...addressSchema.shape,
  planners: z.array(z.string()).default([]),
  request: wireRequestSchema,
});

export type PendingRequest = Readonly<{
  model: string;
  address: Address;
  planners: readonly string[];
  request: WireRequest;
}>;

/** By `custom_id`, in the order of addresses. */
export async function readPendingRequests(path: string): Promise<ReadonlyMap<string, PendingRequest>> {
  const pending = new Map<string, PendingRequest>();
  if (!existsSync(path)) return pending;
  for await (const { bytes, number, hasNewline } of fileLines(path)) {
    const parsed = hasNewline && isSealed(bytes) ? lineSchema.safeParse(parseSealed(bytes)) : null;
    if (parsed === null || !parsed.success || requestKey(parsed.data.request) !== parsed.data.key) {
      throw new TapeError('it is damaged; delete the file and export again', { path, line: number });
    }
    const { model, planners, request, ...address } = parsed.data;
    pending.set(customId(address), { model, address, planners, request });
  }
  return pending;
}

/** The caller holds the tape's lock. */
export async function writePendingRequests(path: string, pending: Iterable<PendingRequest>, disk: Disk): Promise<void> {
  const sorted = [...pending].toSorted((a, b) => compareAddresses(a.address, b.address));
  if (sorted.length === 0) return disk.remove(path);
  const lines = sorted.map(({ model, address: { task, trial, key, occurrence }, planners, request }) => {
    return `${sealLine({ model, task, trial, key, occurrence, planners, request })}\n`;
  });
  await replaceFile(disk, path, lines);
}
