/**
 * Collects the diagnostics of a PDDL file as data: kind, file, line, column and message.
 *
 * @module
 */
import { DIAGNOSTIC_TABLE, type DiagnosticKind, type DiagnosticParts } from './diagnostic_table.ts';
import type { Place } from './wording.ts';

export type PddlFile = 'domain' | 'problem';

/** A stretch of the text: where it begins, and its first and last offset. */
export type Span = Place & { readonly start: number; readonly end: number };

/** Something that keeps the text from being used. The message names file, line and column, too. */
export type PddlError = {
  readonly status: 'invalid' | 'unsupported';
  readonly kind: DiagnosticKind;
  readonly file: PddlFile;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** Something that is accepted but probably a mistake. */
export type PddlWarning = Omit<PddlError, 'status'>;

/** Where parentheses stop matching, and the lists still open there that should have been closed before. */
export type Imbalance = { readonly error: PddlError; readonly unfinished: readonly Place[] };

/** No more are kept: whoever has mended the first hundred will ask again. */
const KEPT_MAX = 100;

/** The diagnostics of one file. */
export class Diagnostics {
  readonly file: PddlFile;
  readonly errors: PddlError[] = [];
  readonly warnings: PddlWarning[] = [];
  imbalance: Imbalance | null = null;

  constructor(file: PddlFile) {
    this.file = file;
  }

  /**
   * Keeps one of a kind at each place. `parts` go into the wording of the table, which is only worked out if it is kept.
   * Returns what a reader gives for what it cannot read.
   */
  report<K extends DiagnosticKind>(kind: K, at: Span, ...parts: DiagnosticParts<K>): null {
    const { severity, wording } = DIAGNOSTIC_TABLE[kind];
    const kept = severity === 'warning' ? this.warnings : this.errors;
    if (kept.length >= KEPT_MAX) return null;
    const isTwin = (other: PddlWarning) => other.kind === kind && other.line === at.line && other.column === at.column;
    if (kept.findLast(isTwin) !== undefined) return null;
    const place = { file: this.file, line: at.line, column: at.column };
    const text = (wording as (...parts: DiagnosticParts<K>) => string)(...parts);
    const message = `${this.file}, line ${at.line}, column ${at.column}: ${text}`;
    if (severity === 'warning') this.warnings.push({ kind, ...place, message });
    else this.errors.push({ status: severity, kind, ...place, message });
    return null;
  }

  /** Reports an error in the parentheses. Only the first counts, since mending it may make the others disappear. */
  unbalanced<K extends DiagnosticKind>(
    kind: K,
    at: Span,
    unfinished: Imbalance['unfinished'],
    ...parts: DiagnosticParts<K>
  ): void {
    if (this.imbalance !== null) return;
    this.report(kind, at, ...parts);
    const error = this.errors.at(-1);
    if (error !== undefined) this.imbalance = { error, unfinished: [...unfinished] };
  }
}

/** By place; the domain comes first. */
export function byPlace(a: PddlWarning, b: PddlWarning): number {
  if (a.file !== b.file) return a.file === 'domain' ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
