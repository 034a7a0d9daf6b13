/**
 * What `tapedeck cassettes prune` does: takes off a tape what a run did not use.
 *
 * @module
 */
import { type Address, addressId } from './address.ts';
import { disk } from './disk.ts';
import { openForWriting } from './open_for_writing.ts';
import { rewriteTape } from './rewrite_tape.ts';
import { openTape } from './tape.ts';
import type { TapeName } from './tape_files.ts';

export type PruneOptions = {
  /** What stays. */
  readonly used: Iterable<Address>;
  /** Says what would go, and changes nothing. */
  readonly dryRun: boolean;
};

export type PruneReport = {
  readonly kept: number;
  readonly removed: readonly Address[];
};

/** Requests that no entry needs any more go with the entries. */
export async function pruneTape(name: TapeName, { used, dryRun }: PruneOptions): Promise<PruneReport> {
  const release = dryRun ? () => {} : await openForWriting(name, disk);
  try {
    const keep = new Set(Array.from(used, addressId));
    const removed: Address[] = [];
    let kept = 0;
    const tape = await openTape(name);
    for await (const address of tape.addresses()) {
      if (keep.has(addressId(address))) kept += 1;
      else removed.push(address);
    }
    await tape.close();
    if (!dryRun && removed.length > 0) {
      await rewriteTape(name, { journal: null, keep: (address) => keep.has(addressId(address)) }, disk);
    }
    return { kept, removed };
  } finally {
    release();
  }
}
