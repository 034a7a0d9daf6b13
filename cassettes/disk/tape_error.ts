export class TapeError extends Error {
  override readonly name = 'TapeError';
  readonly path: string;
  /** From 1. */
  readonly line: number | null;
  /** Problem and remedy, without path and line. */
  readonly problem: string;

  constructor(problem: string, { path, line, cause }: { path: string; line?: number | undefined; cause?: unknown }) {
    const explained = `${problem}${systemMessage(cause)}`;
    super(`Cannot use tape file "${path}"${line === undefined ? '' : `, line ${line}`}: ${explained}`, { cause });
    this.path = path;
    this.problem = explained;
    this.line = line ?? null;
  }
}

function systemMessage(cause: unknown) {
  if (!(cause instanceof Error)) return '';
  const isSystem = 'syscall' in cause || ('code' in cause && cause.code === 'ERR_SQLITE_ERROR');
  return isSystem ? ` (${cause.message})` : '';
}
