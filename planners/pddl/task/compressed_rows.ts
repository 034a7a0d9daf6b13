/**
 * Compressed sparse rows: lists of numbers side by side in one array.
 *
 * Row `i` is `items[start[i]]` up to but not including `items[start[i + 1]]`.
 *
 * @module
 */

export type CompressedRows = {
  /** One entry more than there are rows. */
  readonly start: Int32Array;
  readonly items: Int32Array;
};

export function compressRows(lists: readonly (readonly number[])[]): CompressedRows {
  const start = new Int32Array(lists.length + 1);
  let size = 0;
  for (let row = 0; row < lists.length; row++) {
    size += lists[row]!.length;
    start[row + 1] = size;
  }
  const items = new Int32Array(size);
  let at = 0;
  for (const list of lists) for (const item of list) items[at++] = item;
  return { start, items };
}

/** Turns row → items into item → rows, in ascending order. Items are less than `count`. */
export function transposeRows({ start, items }: CompressedRows, count: number): CompressedRows {
  const turned = new Int32Array(count + 1);
  for (const item of items) turned[item + 1] = turned[item + 1]! + 1;
  for (let i = 0; i < count; i++) turned[i + 1] = turned[i + 1]! + turned[i]!;
  const free = turned.slice();
  const rows = new Int32Array(items.length);
  for (let row = 0; row + 1 < start.length; row++) {
    for (let i = start[row]!; i < start[row + 1]!; i++) {
      const item = items[i]!;
      const at = free[item]!;
      rows[at] = row;
      free[item] = at + 1;
    }
  }
  return { start: turned, items: rows };
}
