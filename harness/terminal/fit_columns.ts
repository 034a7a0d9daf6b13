/**
 * Which columns of a table are shown where not all fit.
 *
 * @module
 */

/**
 * Positions of the columns to leave out: as few as possible, of as many those furthest right, never one of the first
 * `keys`, which say what a line is about. `gap` is the space between two columns; all in characters.
 */
export function columnsLeftOut(
  widths: readonly number[],
  { columns, gap, keys }: { readonly columns: number; readonly gap: number; readonly keys: number },
): number[] {
  let excess = widths.reduce((sum, width) => sum + width + gap, -gap) - columns;
  if (excess <= 0) return [];
  const others = widths.map((width, at) => ({ at, cost: width + gap })).slice(keys);
  const widest = others.toSorted((a, b) => b.cost - a.cost);
  const freedBy = (chosen: typeof others) => chosen.reduce((sum, { cost }) => sum + cost, 0);
  let count = widest.findIndex((_, last) => freedBy(widest.slice(0, last + 1)) >= excess) + 1;
  if (count === 0) return others.map(({ at }) => at); // the keys alone are too wide
  const leftOut: number[] = [];
  for (const { at, cost } of others.toReversed()) {
    if (count === 0) break;
    const further = widest.filter((other) => other.at < at).slice(0, count - 1);
    if (cost + freedBy(further) < excess) continue;
    leftOut.unshift(at);
    excess -= cost;
    count--;
  }
  return leftOut;
}

/** How many columns say what a line is about: those of words before the first of numbers, or the first alone where all are words. */
export function keyColumns(lines: readonly (readonly string[])[]): number {
  const columns = Math.max(0, ...lines.map(({ length }) => length));
  const ofNumbers = Array.from({ length: columns }, (_, at) => lines.some((line) => /^\d/.test(line[at] ?? '')));
  return Math.max(1, ofNumbers.indexOf(true));
}
