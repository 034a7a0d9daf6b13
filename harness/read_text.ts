/**
 * Reads a text file that a user named, with a message a user can act on.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { BYTES_MAX, checkInputFile } from './input_file.ts';
import { unreadable } from './unreadable.ts';

/** The file's text. Throws a CommandFailure where it is missing, no file, too large, not allowed, or not UTF-8. */
export function readText(path: string, bytesMax = BYTES_MAX): string {
  try {
    checkInputFile(path, bytesMax);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
