/** `line` counts from 1. */
type Place = { readonly path: string; readonly line?: number | undefined; readonly cause?: unknown };

export class TapeError extends Error {
  override readonly name = 'TapeError';
  readonly path: string;
  readonly line: number | null;
  /** The problem and the remedy, to follow "Cannot use tape file …:". */
  readonly problem: string;

  constructor(problem: string, place: Place) {
    const line = place.line === undefined ? '' : `, line ${place.line}`;
    const why = `${problem}${systemWords(place.cause)}`;
    super(`Cannot use tape file "${place.path}"${line}: ${why}`, { cause: place.cause });
    this.path = place.path;
    this.problem = why;
    this.line = place.line ?? null;
  }
}

/** The system's or SQLite's message, such as a full disk. */
function systemWords(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const isSystem = 'syscall' in cause || ('code' in cause && cause.code === 'ERR_SQLITE_ERROR');
  return isSystem ? ` (${cause.message})` : '';
}
