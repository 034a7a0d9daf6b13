/**
 * Sealed lines: the first names the tape; a `provenance` line applies to the lines after it; the last entry at an address counts.
 * Reading drops a truncated last line.
 */

import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Disk, disk, type OpenFile } from '../disk/disk.ts';
import { fileLines, LINE_BYTES_MAX, regularFile, TapeError } from '../disk/read_lines.ts';
import { requestKey, tapedRequestSchema } from '../wire/exchange.ts';
import { type Address, addressId, type Entry, entrySchema } from './entry.ts';
import { type Declaration, declarationSchema, type Provenance } from './provenance.ts';
import { isSealed, parseSealed, sealLine } from './sealed_line.ts';
import type { TapeName } from './tape_files.ts';

const FORMAT = 1;

export const recordingSchema = z.strictObject({ entry: entrySchema, request: tapedRequestSchema });

const lineSchema = z.union([
  z.strictObject({ journal: z.literal(FORMAT), suite: z.string(), model: z.string() }),
  z.strictObject({ provenance: declarationSchema }),
  recordingSchema,
]);

type JournalLine = z.infer<typeof lineSchema>;

export type Recording = Readonly<z.infer<typeof recordingSchema>>;

const FIRST_LINE_BYTES_MAX = 64 * 1024;
const HEADER_RULE = 'the first line must name the tape, and no other line may';

type Place = Readonly<{ address: Address; offset: number; length: number }>;
type Owner = Pick<TapeName, 'suite' | 'model'>;

export class Journal {
  readonly #path: string;
  readonly #file: OpenFile;
  readonly #places = new Map<string, Place>();
  readonly #provenance = new Map<string, Provenance>();
  readonly #declarations = new Map<string, Declaration>();
  #length = 0;
  #isTorn = false;
  #isEnded = false;
  #isClosed = false;

  private constructor(path: string, file: OpenFile) {
    this.#path = path;
    this.#file = file;
  }

  static #open(path: string): Journal | null {
    return existsSync(path) ? new Journal(path, disk.open(regularFile(path), 'r')) : null;
  }

  static async read(path: string, owner: Owner): Promise<Journal | null> {
    const journal = Journal.#open(path);
    try {
      if (journal !== null) await journal.#load(owner);
      return journal;
    } catch (error) {
      journal?.close();
      throw error;
    }
  }

  static ownerOf(path: string): Owner | null {
    const journal = Journal.#open(path);
    if (journal === null) return null;
    try {
      const bytes = Buffer.alloc(FIRST_LINE_BYTES_MAX);
      journal.#file.read(bytes, 0);
      const end = bytes.indexOf('\n');
      if (end === -1) return null;
      const line = journal.#parse(bytes.subarray(0, end), 1);
      if (!('journal' in line)) throw journal.#damaged(HEADER_RULE, 1);
      return { suite: line.suite, model: line.model };
    } finally {
      journal.close();
    }
  }

  static create(path: string, { suite, model }: Owner, disk: Disk): Journal {
    const journal = new Journal(path, disk.open(path, 'wx+'));
    try {
      journal.#write([sealLine({ journal: FORMAT, suite, model })]);
      return journal;
    } catch (error) {
      journal.close();
      throw error;
    }
  }

  declare(declaration: Declaration): void {
    declarationSchema.parse(declaration);
    this.#write([sealLine({ provenance: declaration })]);
    this.#declarations.set(declaration.source, declaration);
  }

  /** Writes all or none. */
  append(recordings: readonly Recording[]): void {
    const lines = recordings.map(recordingLine);
    for (const { entry } of recordings) {
      if (this.#declarationOf(entry) !== null) continue;
      throw new Error(`Cannot journal a reply of source "${entry.source}": no provenance is declared`);
    }
    let offset = this.#write(lines);
    for (const [index, { entry }] of recordings.entries()) {
      const length = Buffer.byteLength(lines[index] ?? '');
      this.#remember(entry, { offset, length });
      offset += length + 1;
    }
  }

  find(address: Address): Recording | null {
    const place = this.#places.get(addressId(address));
    return place ? this.#readAt(place) : null;
  }

  has(address: Address): boolean {
    return this.#places.has(addressId(address));
  }

  addresses(): readonly Address[] {
    return [...this.#places.values()].map(({ address }) => address);
  }

  provenance(): readonly Provenance[] {
    return [...this.#provenance.values()];
  }

  end(): void {
    this.#isEnded = true;
  }

  close(): void {
    this.end();
    if (!this.#isClosed) this.#file.close();
    this.#isClosed = true;
  }

  async #load(owner: Owner) {
    for await (const { bytes, number, offset, hasNewline } of fileLines(this.#path)) {
      if (!hasNewline) break;
      const line = this.#parse(bytes, number);
      if ('journal' in line !== (number === 1)) throw this.#damaged(HEADER_RULE, number);
      if ('journal' in line) {
        const { suite, model } = line;
        if (suite !== owner.suite || model !== owner.model)
          throw this.#damaged(`it belongs to suite "${suite}" and model "${model}"`, 1);
      } else if ('provenance' in line) this.#declarations.set(line.provenance.source, line.provenance);
      else this.#remember(line.entry, { offset, length: bytes.length });
      this.#length = offset + bytes.length + 1;
    }
  }

  #parse(bytes: Buffer, number: number): JournalLine {
    if (!isSealed(bytes)) throw this.#damaged('its digest does not match its bytes', number);
    const parsed = lineSchema.safeParse(parseSealed(bytes));
    if (!parsed.success) throw this.#damaged('it is not a line of a journal', number);
    return parsed.data;
  }

  #declarationOf({ source, batch }: Entry): Declaration | null {
    const declaration = this.#declarations.get(source);
    return declaration !== undefined && declaration.batch === batch ? declaration : null;
  }

  #remember(entry: Entry, place: Omit<Place, 'address'>) {
    const { task, trial, key, occurrence, source } = entry;
    const declaration = this.#declarationOf(entry);
    if (declaration === null) throw this.#damaged(`it has no provenance for source "${source}"`);
    const address = { task, trial, key, occurrence };
    this.#places.set(addressId(address), { address, ...place });
    const provenance = { model: entry.reply.model, ...declaration };
    this.#provenance.set(JSON.stringify(provenance), provenance);
  }

  #readAt({ offset, length }: Place): Recording {
    const bytes = Buffer.alloc(length);
    this.#file.read(bytes, offset);
    if (!isSealed(bytes)) throw new TapeError('it was changed while it was open', { path: this.#path });
    const line = recordingSchema.safeParse(parseSealed(bytes));
    if (!line.success) throw new Error("The journal's index does not point to a recording", { cause: line.error });
    return line.data;
  }

  #write(lines: readonly string[]) {
    if (this.#isEnded)
      throw new TapeError('its recordings are being stored, so it accepts no more', { path: this.#path });
    const start = this.#length;
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    try {
      if (this.#isTorn) this.#removePartialWrite();
      this.#isTorn = true;
      let written = 0;
      while (written < bytes.length) {
        const added = this.#file.write(bytes.subarray(written), start + written);
        if (added === 0) throw new Error(`only ${written} of ${bytes.length} bytes could be written`);
        written += added;
      }
      this.#file.sync();
      this.#isTorn = false;
    } catch (cause) {
      try {
        this.#removePartialWrite();
      } catch {
        // The first error counts.
      }
      throw new TapeError('it cannot be written to', { path: this.#path, cause });
    }
    this.#length = start + bytes.length;
    return start;
  }

  /** A shorter line would leave a part of it. */
  #removePartialWrite() {
    this.#file.truncate(this.#length);
    this.#isTorn = false;
  }

  #damaged(problem: string, line?: number) {
    return new TapeError(`${problem}; restore the file, or delete it and record again`, { path: this.#path, line });
  }
}

export function recordingLine({ entry, request }: Recording): string {
  const line = sealLine({ entry: entrySchema.parse(entry), request });
  const bytes = Buffer.from(line);
  if (bytes.length > LINE_BYTES_MAX) throw new Error(`A recording of ${bytes.length} bytes is too long for a tape`);
  const read = recordingSchema.parse(parseSealed(bytes));
  if (requestKey(read.request) !== read.entry.key) {
    throw new Error(`A request does not hash to its key "${read.entry.key}"`);
  }
  return line;
}
