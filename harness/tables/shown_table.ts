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
};
