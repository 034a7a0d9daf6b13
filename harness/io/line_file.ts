/**
 * A file of lines that is written line by line, and is there only once it is whole: beside, then renamed. `.gz` packs it.
 *
 * @module
 */
import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { besideOf, namingFile } from '../../cassettes/disk/disk.ts';
import { makeFolder } from '../../cassettes/disk/make_folder.ts';

export type LineFile = {
  /** Resolves when there is room for more. Rejects with what the system refused. */
  write(line: string): Promise<void>;
  /** Ends the file and puts it in its place. */
  keep(): Promise<void>;
  /** Leaves nothing. */
  drop(): Promise<void>;
};

export function openLineFile(path: string): LineFile {
  makeFolder(dirname(path));
  const beside = besideOf(path);
  const lines = new PassThrough();
  const file = createWriteStream(beside);
  const packed = path.endsWith('.gz') ? pipeline(lines, createGzip(), file) : pipeline(lines, file);
  const written = packed.catch((error) => {
    throw namingFile(path, error);
  });
  written.catch(() => {}); // told by whoever writes next, or keeps
  return {
    async write(line) {
      if (!lines.write(`${line}\n`)) await Promise.race([once(lines, 'drain'), written]);
    },
    async keep() {
      lines.end();
      await written;
      renameSync(beside, path);
    },
    async drop() {
      lines.destroy();
      await written.catch(() => {});
      rmSync(beside, { force: true });
    },
  };
}
