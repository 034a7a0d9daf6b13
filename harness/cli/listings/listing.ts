/**
 * What a list holds: lines of named fields.
 *
 * @module
 */

/** A line of a list: field → text, number or list. Options and schemas are shown apart from the other fields, or not at all. */
export type Row = Readonly<Record<string, unknown>>;

/** What a list may depend on. */
export type Wanted = {
  /** Folders of tapes, lowest first. */
  readonly tapes: readonly string[];
  /** Suites by name or path; all shipped ones where none are named. */
  readonly suites: readonly string[] | undefined;
};
