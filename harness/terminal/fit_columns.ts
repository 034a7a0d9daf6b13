/**
 * Which columns of a table are shown where not all fit.
 *
 * @module
 */

export type Fitting = {
  /** Characters of a line. */
  readonly columns: number;
  /** Characters between two columns. */
  readonly gap: number;
  /** Positions of the columns that matter most, most first. */
  readonly first: readonly number[];
};

/**
 * Positions of the columns to leave out, ascending. Those that matter most are shown as far as they fit, the very first in any case; of the others as few
 * as possible are left out, of as many those furthest right.
 */
export function columnsLeftOut(widths: readonly number[], { columns, gap, first }: Fitting): number[] {
  const costs = widths.map((width) => width + gap);
  let room = columns + gap;
  const shown = first.filter((at, place) => {
    const isShown = place === 0 || costs[at]! <= room;
    if (isShown) room -= costs[at]!;
    return isShown;
  });
  const others = costs.map((cost, at) => ({ at, cost })).filter(({ at }) => !first.includes(at));
  const leftOut = [...first.filter((at) => !shown.includes(at)), ...fewestLeftOut(others, room)];
  return leftOut.sort((a, b) => a - b);
}

type Column = { readonly at: number; readonly cost: number };

/** As few as possible, so that the others fit; of as many those furthest right. */
function fewestLeftOut(others: readonly Column[], room: number): number[] {
  const freedBy = (chosen: readonly Column[]) => chosen.reduce((sum, { cost }) => sum + cost, 0);
  let excess = freedBy(others) - room;
  if (excess <= 0) return [];
  const widest = others.toSorted((a, b) => b.cost - a.cost);
  let count = widest.findIndex((_, last) => freedBy(widest.slice(0, last + 1)) >= excess) + 1;
  if (count === 0) return others.map(({ at }) => at); // there is no room even without them
  const leftOut: number[] = [];
  for (const { at, cost } of others.toReversed()) {
    if (count === 0) break;
    const further = widest.filter((other) => other.at < at).slice(0, count - 1);
    if (cost + freedBy(further) < excess) continue;
    leftOut.push(at);
    excess -= cost;
    count--;
  }
  return leftOut;
}

/** Positions of the columns that say what a line is about: those of words before the first of numbers, or the first alone where all are words. */
export function keyColumns(lines: readonly (readonly string[])[]): number[] {
  const columns = Math.max(0, ...lines.map(({ length }) => length));
  const ofNumbers = Array.from({ length: columns }, (_, at) => lines.some((line) => /^\d/.test(line[at] ?? '')));
  return [...Array(Math.max(1, ofNumbers.indexOf(true))).keys()];
}
