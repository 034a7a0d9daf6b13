/**
 * Reads a text file that a user named, with a message a user can act on.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { CommandFailure } from './failure.ts';

/** The file's text. Throws a CommandFailure where it is missing, a folder, not allowed, or not UTF-8. */
export function readText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** The failure to report when reading or decoding a file has thrown `cause`. */
export function unreadable(path: string, cause: unknown): CommandFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
  };
  const why = Object.hasOwn(known, code) ? known[code] : String((cause as Error).message);
  return new CommandFailure(2, `Cannot read "${path}": ${why}`, { cause });
}
