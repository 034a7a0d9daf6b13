/** The tape of a simulator while it is recorded to: locked, its journal open. */
import { type Disk, disk as machineDisk } from '../disk/disk.ts';
import { Journal, type Recording } from '../format/journal.ts';
import type { Answering } from '../format/provenance.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { openForWriting, storeJournal } from '../writing/open_for_writing.ts';

export interface SimulatorRecording {
  /** Returns when the recording is on the disk. Throws a `TapeError` where the disk refuses. */
  keep(recording: Recording): void;
  /** Stores what was recorded and lets go of the tape. Must be called, whatever happened. */
  finish(): Promise<{ readonly recorded: number }>;
}

/** Stores first what an interrupted recording left. Rejects with a `TapeError` where somebody else records onto the tape. */
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
