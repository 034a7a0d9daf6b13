/**
 * What happened while a reply was read: lines thrown away with the reason, and remarks.
 *
 * Replies are untrusted, so everything here is bounded: excerpts, the list of lines, the names in a remark.
 *
 * @module
 */
import type { PlannerNote } from '../planner.ts';

const LINES_MAX = 100;
const EXCERPT_MAX = 160;
const NAMES_MAX = 10;

export class ParseLog {
  readonly #discarded: { line: number; text: string; reason: string }[] = [];
  readonly #remarks: string[] = [];
  #discardedCount = 0;

  /** Records that a line, counted from 1, was thrown away. */
  discard(line: number, text: string, reason: string): void {
    this.#discardedCount++;
    if (this.#discarded.length < LINES_MAX) this.#discarded.push({ line, text: excerpt(text), reason });
  }

  remark(text: string): void {
    this.#remarks.push(text);
  }

  /** Says `what` of some names in one remark; nothing where there are none. */
  remarkNames(what: string, names: readonly string[]): void {
    if (names.length === 0) return;
    const shown = names.slice(0, NAMES_MAX).map((name) => `"${excerpt(name)}"`);
    const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : '';
    this.remark(`${what}: ${shown.join(', ')}${more}`);
  }

  note(purpose: string, accepted: number): PlannerNote {
    const discarded = this.#discarded.toSorted((a, b) => a.line - b.line);
    const discardedCount = this.#discardedCount;
    return { kind: 'parsed', purpose, accepted, discardedCount, discarded, remarks: [...this.#remarks] };
  }
}

/** Cut to a bounded length, never within a surrogate pair. */
function excerpt(text: string): string {
  if (text.length <= EXCERPT_MAX) return text;
  const end = /[\uD800-\uDBFF]/.test(text[EXCERPT_MAX - 1] ?? '') ? EXCERPT_MAX - 1 : EXCERPT_MAX;
  return `${text.slice(0, end)}…`;
}
