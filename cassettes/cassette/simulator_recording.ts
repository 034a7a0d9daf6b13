import { type Disk, disk as machineDisk } from '../disk/disk.ts';
import { Journal, type Recording } from '../format/journal.ts';
import type { Answering } from '../format/provenance.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { openForWriting, storeJournal } from '../writing/open_for_writing.ts';

export interface SimulatorRecording {
  /** Returns after the disk sync. Throws a `TapeError` where the disk refuses. */
  keep(recording: Recording): void;
  /** Stores recordings and releases the tape. Must always be called. */
  finish(): Promise<{ readonly recorded: number }>;
}

/** First stores an interrupted recording. Rejects with a `TapeError` on a tape locked by another writer. */
export async function openSimulatorRecording(
  name: TapeName,
  { provenance, disk = machineDisk }: { readonly provenance: Answering; readonly disk?: Disk },
): Promise<SimulatorRecording> {
  const release = await openForWriting(name, disk);
  try {
    const journal = Journal.create(tapeFiles(name).journal, name, disk);
    journal.declare(provenance);
    return {
      keep: (recording) => journal.append([recording]),
      async finish() {
        try {
          const recorded = journal.addresses().length;
          await storeJournal(name, journal, disk);
          return { recorded };
        } finally {
          journal.close();
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
