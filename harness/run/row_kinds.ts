/**
 * What a row of an exported run is.
 *
 * @module
 */
export const ROW_KINDS = ['episodes', 'events'] as const;

export type RowKind = (typeof ROW_KINDS)[number];
