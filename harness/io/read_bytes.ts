/**
 * Reads a file that a user named, whole, with a message a user can act on.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { unreadable } from './errors/unreadable.ts';
import { BYTES_MAX, checkInputFile } from './input_file.ts';

/** Throws a CommandFailure where the file is missing, no file, too large or not allowed. */
export function readBytes(path: string, bytesMax = BYTES_MAX): Buffer {
  try {
    checkInputFile(path, bytesMax);
    return readFileSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
