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
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder'
          : String((cause as Error).message);
    throw new CommandFailure(2, `Cannot read "${path}": ${why}`, { cause });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailure(2, `Cannot read "${path}": it is not UTF-8 text`, { cause });
  }
}
