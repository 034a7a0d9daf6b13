import { disk } from '../disk/disk.ts';
import { type Address, addressId } from '../format/entry.ts';
import type { TapeName } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { openForWriting } from '../writing/open_for_writing.ts';
import { rewriteTape } from '../writing/rewrite_tape.ts';

type PruneOptions = Readonly<{
  covered: Iterable<Pick<Address, 'task' | 'trial'>>;
  used: Iterable<Address>;
  dryRun: boolean;
}>;

export async function pruneTape(name: TapeName, { covered, used, dryRun }: PruneOptions) {
  const release = dryRun ? () => {} : await openForWriting(name);
  try {
    const coveredEpisodes = new Set(Array.from(covered, episodeId));
    const usedAddresses = new Set(Array.from(used, addressId));
    const keep = (address: Address) =>
      !coveredEpisodes.has(episodeId(address)) || usedAddresses.has(addressId(address));
    const removed: Address[] = [];
    let kept = 0;
    const tape = await openTape(name);
    for await (const address of tape.addresses()) {
      if (keep(address)) kept += 1;
      else removed.push(address);
    }
    await tape.close();
    if (!dryRun && removed.length > 0) await rewriteTape(name, { journal: null, keep }, disk);
    return { kept, removed };
  } finally {
    release();
  }
}

function episodeId({ task, trial }: Pick<Address, 'task' | 'trial'>) {
  return `${task} ${trial}`;
}
