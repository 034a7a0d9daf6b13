type Fault = {
  task: 'read' | 'write';
  path?: string;
  line?: number | undefined;
  field?: string;
  expected: string;
  found: string;
};

export class FoonError extends Error {
  override readonly name = 'FoonError';
  readonly path: string | undefined;
  /** From 1. */
  readonly line: number | undefined;
  readonly field: string | undefined;
  readonly expected: string;
  readonly found: string;

  constructor({ task, path, line, field, expected, found }: Fault) {
    const file = path === undefined ? '' : ` "${path}"`;
    const place = [line && `, line ${line}`, field && `, field ${field}`].filter(Boolean).join('');
    super(`Cannot ${task} FOON${file}${place}: expected ${expected}, found ${found}`);
    this.path = path;
    this.line = line;
    this.field = field;
    this.expected = expected;
    this.found = found;
  }
}

export const TEXT_CHARACTERS_MAX = 4 * 1024 * 1024;
/** The sampled networks' JSON is 12 times as long as their text. */
export const JSON_CHARACTERS_MAX = 32 * 1024 * 1024;

export function quoted(text: string): string {
  const shown = JSON.stringify(text.slice(0, 60).toWellFormed());
  return text.length > 60 ? `${shown.slice(0, -1)}…"` : shown;
}
