/**
 * The order in which CPython 3.11 iterates a set of small integers.
 *
 * VirtualHome's simulator keeps edges in sets of ids, and takes "the first" neighbour of a thing that is grabbed. To land on
 * the same one, this builds the same table: open addressing, ten neighbouring slots before a jump, growth to four times the
 * content. An integer is its own hash.
 */

const EMPTY = -1;
const DELETED = -2;
const SIZE_MIN = 8;
const LINEAR_PROBES = 9;
const PERTURB_SHIFT = 5;

/**
 * Values in the order of iteration: integers in [0, 2^30] that were added one by one, less those taken out thereafter, all at once as
 * `difference_update` does.
 */
export function pythonSet(added: readonly number[], removed: readonly number[]): number[] {
  let table = emptyTable(SIZE_MIN);
  /** Slots that are not empty, deleted ones included. */
  let filled = 0;
  let used = 0;
  const resize = () => {
    let size = SIZE_MIN;
    while (size <= used * 4) size *= 2;
    const old = table;
    table = emptyTable(size);
    for (const value of old) if (value >= 0) table[slotOf(table, value)] = value;
    filled = used;
  };
  for (const value of added) {
    const slot = slotOf(table, value);
    if (table[slot] === value) continue;
    table[slot] = value;
    filled++;
    used++;
    if (filled * 5 >= (table.length - 1) * 3) resize();
  }
  for (const value of removed) {
    const slot = slotOf(table, value);
    if (table[slot] !== value) continue;
    table[slot] = DELETED;
    used--;
  }
  if (filled - used > (table.length - 1) >> 2) resize();
  return table.filter((value) => value >= 0);
}

/** The slot of a value, or the empty one where it would go. There is always one: a table is never full. */
function slotOf(table: readonly number[], value: number): number {
  const mask = table.length - 1;
  let perturb = value;
  let slot = value & mask;
  for (;;) {
    const probes = slot + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
    for (let at = slot; at <= slot + probes; at++) {
      const found = table[at];
      if (found === EMPTY || found === value) return at;
    }
    perturb >>= PERTURB_SHIFT;
    slot = (slot * 5 + 1 + perturb) & mask;
  }
}

function emptyTable(size: number): number[] {
  return new Array<number>(size).fill(EMPTY);
}
