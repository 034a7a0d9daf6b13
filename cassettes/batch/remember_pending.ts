import { disk } from '../disk/disk.ts';
import { customId } from '../format/address.ts';
import { type Pending, readPending, writePending } from '../format/pending.ts';
import { type LayeredName, tapeFiles } from '../format/tape_files.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import { openForWriting } from '../writing/open_for_writing.ts';
import type { Wanted } from './wanted_requests.ts';

export type PendingFolders = Pick<LayeredName, 'tapesDir' | 'below'> & {
  /** Drops requests that still wait from earlier exports. */
  readonly forget?: boolean;
};

/** Returns the requests that still wait, without those recorded since the run. */
export async function rememberPending(
  { forget = false, ...folders }: PendingFolders,
  wanted: readonly Wanted[],
): Promise<readonly Wanted[]> {
  const groups = Map.groupBy(wanted, ({ suite, model }) => JSON.stringify([suite, model]));
  const waiting = new Set<Wanted>();
  for (const [id, group] of groups) {
    const [suite, model] = JSON.parse(id);
    const name: LayeredName = { ...folders, suite, model };
    const release = await openForWriting(name, disk);
    try {
      const path = tapeFiles(name).pending;
      const pending = new Map<string, Pending>(forget ? [] : await readPending(path));
      for (const one of group) pending.set(customId(one.address), joined(one, pending.get(customId(one.address))));
      const tape = await LayeredTape.open(name);
      for (const [id, { address }] of pending) if (await tape.has(address)) pending.delete(id);
      await tape.close();
      await writePending(path, pending.values(), disk);
      for (const one of group) if (pending.has(customId(one.address))) waiting.add(one);
    } finally {
      release();
    }
  }
  return wanted.filter((one) => waiting.has(one));
}

function joined(one: Pending, before: Pending | undefined): Pending {
  return { ...one, planners: [...new Set([...one.planners, ...(before?.planners ?? [])])].toSorted() };
}
