/**
 * Writes files so that none is ever half there: beside, to disk, then renamed.
 *
 * @module
 */
import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { besideOf, namingFile } from '../../cassettes/disk/disk.ts';
import { makeFolder } from '../../cassettes/disk/make_folder.ts';

/** Each write reaches the disk before it returns; `fsync` would do the same, but the permission model forbids it. */
const TO_DISK = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_SYNC ?? 0);

/** Writes one file, text or bytes, making its folder. */
export function writeWhole(path: string, text: string | Uint8Array): void {
  makeFolder(dirname(path));
  const beside = besideOf(path);
  const file = openSync(beside, TO_DISK);
  try {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } catch (error) {
    rmSync(beside, { force: true });
    throw namingFile(path, error);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}
