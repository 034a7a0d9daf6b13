/**
 * What to say of a file that a user named and that cannot be read.
 *
 * @module
 */
import { CommandFailure, invalid } from './failure.ts';

/** The failure to report when reading or decoding a file has thrown `cause`. */
export function unreadable(path: string, cause: unknown): CommandFailure {
  if (cause instanceof CommandFailure) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
  };
  const why = Object.hasOwn(known, code) ? known[code] : String((cause as Error).message);
  return invalid(`Cannot read "${path}": ${why}`, { cause });
}
