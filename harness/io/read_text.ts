/**
 * Reads a text file that a user named, with a message a user can act on.
 *
 * @module
 */
import { unreadable } from './errors/unreadable.ts';
import { BYTES_MAX } from './input_file.ts';
import { readBytes } from './read_bytes.ts';

/**
 * The file's text, without a byte order mark unless `keepsMark` asks for it. Throws a CommandFailure where the file is missing, no
 * file, too large, not allowed, or not UTF-8.
 */
export function readText(path: string, bytesMax = BYTES_MAX, { keepsMark = false } = {}): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepsMark }).decode(readBytes(path, bytesMax));
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
