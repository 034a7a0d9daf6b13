/**
 * Writes files so that none is ever half there: beside, to disk, then renamed.
 *
 * @module
 */
import { closeSync, constants, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { besideOf } from '../../cassettes/disk/disk.ts';
import { makeFolder } from '../../cassettes/disk/make_folder.ts';

/** Each write reaches the disk before it returns; `fsync` would do the same, but the permission model forbids it. */
const TO_DISK = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_SYNC ?? 0);

/** Writes one text file, making its folder. */
export function writeWhole(path: string, text: string): void {
  makeFolder(dirname(path));
  const beside = besideOf(path);
  const file = openSync(beside, TO_DISK);
  try {
    const bytes = Buffer.from(text, 'utf8');
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } catch (error) {
    throw Object.assign(error as Error, { path }); // the system does not say to which file it could not write
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}
