export type Screen = Readonly<{
  /** Absent in a file or with `--wide`. */
  columns?: number;
  hasColours: boolean;
}>;

export const PAPER: Screen = { hasColours: false };

export type Look = 'title' | 'good' | 'bad';

/** Only a terminal turns these into escapes: a reply cannot inject any. */
const MARKS = { end: '\ufdd0', title: '\ufdd1', good: '\ufdd2', bad: '\ufdd3' } as const;
const END = '\x1b[0m';
const ESCAPES: Readonly<Record<string, string>> = {
  [MARKS.end]: END,
  [MARKS.title]: '\x1b[1m',
  [MARKS.good]: '\x1b[32m',
  [MARKS.bad]: '\x1b[31m',
};

export function painted(text: string, look: Look | null, { hasColours }: Screen): string {
  return hasColours && look !== null && text.trim() !== '' ? `${MARKS[look]}${text}${MARKS.end}` : text;
}

export function withEscapes(text: string): string {
  const lines = text.replace(/[\ufdd0-\ufdd3]/g, (mark) => ESCAPES[mark] ?? '').split('\n');
  return lines.map((line) => (isOpen(line) ? `${line}${END}` : line)).join('\n');
}

function isOpen(line: string) {
  const last = line.lastIndexOf('\x1b');
  return last >= 0 && !line.startsWith(END, last);
}

export type Messages = {
  /** Milliseconds. No stored value may depend on it. */
  readonly clock?: () => number;
  say(text: string, look?: Look): void;
  /** Replaces a terminal's last line; elsewhere writes a line a minute. */
  progress(text: string): void;
};
