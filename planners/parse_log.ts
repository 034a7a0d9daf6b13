import type { DiscardKind, PlannerNote } from './planner.ts';

const LINES_MAX = 100;
const EXCERPT_MAX = 160;
const NAMES_MAX = 10;

/**
 * Collects bounded discards and remarks for a note in the trace.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { ParseLog } from 'tapedeck/planner';
 *
 * const log = new ParseLog();
 * log.discard('prose', { line: 1, text: 'Sure!' }, 'holds no call');
 * const note = log.note('ask', 0);
 * assert.ok(note.kind === 'parsed' && note.discardedCounts.prose === 1);
 * ```
 */
export class ParseLog {
  readonly #discarded: { line: number; kind: DiscardKind; text: string; reason: string }[] = [];
  readonly #remarks: string[] = [];
  readonly #counts = new Map<DiscardKind, number>();

  discard(kind: DiscardKind, { line, text }: Readonly<{ line: number; text: string }>, reason: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    if (this.#discarded.length < LINES_MAX) this.#discarded.push({ line, kind, text: excerpt(text), reason });
  }

  remark(text: string): void {
    this.#remarks.push(text);
  }

  remarkNames(what: string, names: readonly string[]): void {
    if (names.length === 0) return;
    const shown = names.slice(0, NAMES_MAX).map((name) => `"${excerpt(name)}"`);
    const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : '';
    this.remark(`${what}: ${shown.join(', ')}${more}`);
  }

  note(purpose: string, accepted: number): PlannerNote {
    const discarded = this.#discarded.toSorted((a, b) => a.line - b.line);
    const counts = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    const discardedCounts = Object.fromEntries(counts);
    return { kind: 'parsed', purpose, accepted, discardedCounts, discarded, remarks: [...this.#remarks] };
  }
}

/** Never cuts within a surrogate pair. */
function excerpt(text: string): string {
  if (text.length <= EXCERPT_MAX) return text;
  const end = /[\uD800-\uDBFF]/.test(text[EXCERPT_MAX - 1] ?? '') ? EXCERPT_MAX - 1 : EXCERPT_MAX;
  return `${text.slice(0, end)}…`;
}
