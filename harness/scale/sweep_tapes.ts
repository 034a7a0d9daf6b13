/**
 * The tapes of a sweep, one for each suite and model, over those that are there already.
 *
 * Whoever starts a sweep holds them all for writing: what comes in is on the disk, in a journal, before it leaves the engine. Other workers
 * read what is shipped.
 *
 * @module
 */
import { disk } from '../../cassettes/disk/disk.ts';
import type { Address } from '../../cassettes/format/address.ts';
import type { Entry } from '../../cassettes/format/entry.ts';
import { Journal, type Recording } from '../../cassettes/format/journal.ts';
import type { Answering } from '../../cassettes/format/provenance.ts';
import { tapeFiles } from '../../cassettes/format/tape_files.ts';
import { LayeredTape } from '../../cassettes/reading/layered_tape.ts';
import { openForWriting, storeJournal } from '../../cassettes/writing/open_for_writing.ts';
import { PLACES } from '../io/places.ts';
import { inCassette } from '../run/tapes/tape_layers.ts';

export type SweptTape = {
  readonly suite: string;
  readonly model: string;
  /** Who answers; null where this process asks no one, and so writes nothing. */
  readonly provenance: Answering | null;
};

type OpenTape = { readonly tape: LayeredTape; readonly journal: Journal | null; readonly release: () => void };

export type SweepTapesOptions = {
  /** Folders of tapes, lowest first. */
  readonly layers: readonly string[];
  /** Whether the last of them is written. */
  readonly isWritten: boolean;
};

export class SweepTapes {
  readonly #open = new Map<string, OpenTape>();

  /** Rejects with a `TapeError` where a tape cannot be used; then none is held. */
  static async open(swept: readonly SweptTape[], options: SweepTapesOptions): Promise<SweepTapes> {
    const tapes = new SweepTapes();
    try {
      for (const each of swept) await tapes.#add(each, options);
      return tapes;
    } catch (error) {
      await tapes.finish();
      throw error;
    }
  }

  async #add({ suite, model, provenance }: SweptTape, { layers, isWritten }: SweepTapesOptions): Promise<void> {
    const name = { ...inCassette(layers), suite, model };
    const release = isWritten ? await openForWriting(name, disk) : () => {};
    try {
      const tape = await LayeredTape.open(name);
      const journal = isWritten ? Journal.create(tapeFiles(name).journal, name, disk) : null;
      if (provenance !== null) journal?.declare(provenance);
      this.#open.set(keyOf(suite, model), { tape, journal, release });
    } catch (error) {
      release();
      throw error;
    }
  }

  /** What was recorded before the sweep was begun. */
  async find(suite: string, model: string, address: Address): Promise<Entry | null> {
    return this.#of(suite, model).tape.find(address);
  }

  /** What lies at one task and trial, but on the shipped tapes, which all workers have. */
  async own(suite: string, model: string, { task, trial }: Pick<Address, 'task' | 'trial'>): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const layer of this.#of(suite, model).tape.layers) {
      if (layer.name.tapesDir === PLACES.tapes) continue;
      for await (const address of layer.addressesOf(task)) {
        const entry = address.trial === trial ? await layer.find(address) : null;
        if (entry !== null) entries.push(entry);
      }
    }
    return entries;
  }

  /** Returns when they are on the disk. */
  append(suite: string, model: string, recordings: readonly Recording[]): void {
    const { journal } = this.#of(suite, model);
    if (journal === null) throw new Error('These tapes are not written');
    journal.append(recordings);
  }

  /** Stores what was appended, and lets go of the tapes. Where one cannot be stored, its journal keeps all, and the others are stored. */
  async finish(): Promise<{ readonly recorded: number }> {
    let recorded = 0;
    const failures: unknown[] = [];
    for (const { tape, journal, release } of this.#open.values()) {
      try {
        recorded += journal?.addresses().length ?? 0;
        if (journal !== null) await storeJournal(tape.name, journal, disk);
      } catch (error) {
        failures.push(error);
      } finally {
        release();
        await tape.close();
      }
    }
    this.#open.clear();
    if (failures.length > 0) throw failures[0];
    return { recorded };
  }

  #of(suite: string, model: string): OpenTape {
    const open = this.#open.get(keyOf(suite, model));
    if (open === undefined) throw new Error(`The sweep has no tape of suite "${suite}" and model "${model}"`);
    return open;
  }
}

function keyOf(suite: string, model: string): string {
  return JSON.stringify([suite, model]);
}
