/** What is wrong with a FOON, and where. */

export type FoonFault = {
  /** Whether a text could not be read, or a value could not be written. */
  readonly task: 'read' | 'write';
  /** The file, where there is one. */
  readonly path?: string;
  /** Counts from 1. */
  readonly line?: number;
  /** A place in a value, such as `functional_units[0].motion_node`; empty for the whole. */
  readonly field?: string;
  readonly expected: string;
  readonly found: string;
};

/** A FOON that cannot be read or written. The fields say what the message says. */
export class FoonError extends Error {
  override readonly name = 'FoonError';
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly field: string | undefined;
  readonly expected: string;
  readonly found: string;

  constructor({ task, path, line, field, expected, found }: FoonFault) {
    const file = path === undefined ? '' : ` "${path}"`;
    const at = line === undefined ? '' : `, line ${line}`;
    const part = field === undefined || field === '' ? '' : `, field ${field}`;
    super(`Cannot ${task} FOON${file}${at}${part}: expected ${expected}, found ${found}`);
    this.path = path;
    this.line = line;
    this.field = field;
    this.expected = expected;
    this.found = found;
  }
}

/** The longest text that is read. The sampled networks have at most 5 kB. */
export const TEXT_CHARACTERS_MAX = 4 * 1024 * 1024;
/** The longest JSON that is written, so that it can be read again; that of the sampled networks is 12 times as long as their text. */
export const JSON_CHARACTERS_MAX = 32 * 1024 * 1024;

const EXCERPT_MAX = 60;

/** A text in quotation marks, on one line, of bounded length. */
export function quoted(text: string): string {
  const cut = text.slice(0, EXCERPT_MAX);
  const shown = JSON.stringify(cut.toWellFormed());
  return text.length > EXCERPT_MAX ? `${shown.slice(0, -1)}…"` : shown;
}
