/**
 * What people read of a table.
 *
 * @module
 */

/** A header line and lines of text cells. */
export type ShownTable = {
  readonly header: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** How many columns say what a line is about; one unless told. */
  readonly keys?: number;
  /** The results, by their headings: a narrow terminal always shows these columns, beside those that say what a line is about. */
  readonly results?: readonly string[];
  /** The most important of the other columns, most important first; the rest follow from left to right. */
  readonly next?: readonly string[];
};
