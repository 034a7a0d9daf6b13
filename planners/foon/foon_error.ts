export type FoonFault = {
  readonly task: 'read' | 'write';
  readonly path?: string;
  readonly line?: number;
  /** Such as `functional_units[0].motion_node`. */
  readonly field?: string;
  readonly expected: string;
  readonly found: string;
};

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

/** The sampled networks have 5 kB. */
export const TEXT_CHARACTERS_MAX = 4 * 1024 * 1024;
/** The sampled networks' JSON is 12 times as long as their text. */
export const JSON_CHARACTERS_MAX = 32 * 1024 * 1024;

const EXCERPT_MAX = 60;

export function quoted(text: string): string {
  const cut = text.slice(0, EXCERPT_MAX);
  const shown = JSON.stringify(cut.toWellFormed());
  return text.length > EXCERPT_MAX ? `${shown.slice(0, -1)}…"` : shown;
}
