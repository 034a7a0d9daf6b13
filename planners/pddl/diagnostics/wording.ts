export const LENGTH_MAX = 60;
const LISTED_MAX = 12;
const COMPARED_MAX = 500;

/** Lines and columns count from 1, columns in UTF-16 code units. */
export type Place = { readonly line: number; readonly column: number };

/** A word as it is written, or a text, in quotes, on one line and cut to length. */
export function quoted(word: string | { readonly written: string }): string {
  const text = typeof word === 'string' ? word : word.written;
  return JSON.stringify(text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text);
}

/** `no parts`, `1 part`, `2 parts`. */
export function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `line 3, column 5` */
export function placed({ line, column }: Place): string {
  return `line ${line}, column ${column}`;
}

export function expected(what: string, found: string | number, hint = ''): string {
  return `expected ${what}, found ${found}${hint}`;
}

/** `did you mean "on"? Declared: "on", "clear"`: the likely name and all known ones, for an unknown name. */
export function alternatives(name: string, known: Iterable<string>, label = 'Declared'): string {
  const names = [...known];
  if (names.length === 0) return `${label}: none`;
  const likely = closestName(name, names);
  const question = likely === null ? '' : `did you mean ${quoted(likely)}? `;
  return `${question}${label}: ${listed(names)}`;
}

/** `"on", "clear", and 3 more` */
export function listed(names: readonly string[]): string {
  const more = names.length > LISTED_MAX ? `, and ${names.length - LISTED_MAX} more` : '';
  return `${names
    .slice(0, LISTED_MAX)
    .map((name) => quoted(name))
    .join(', ')}${more}`;
}

/**
 * The known name that `name` probably means: one that differs only in marks around it, or the closest with fewer than a
 * third of its characters changed, or the first with the same start. Names that differ only in their numbers are not suggested.
 */
export function closestName(name: string, known: Iterable<string>): string | null {
  const bare = withoutMarks(name);
  if (bare.length > LENGTH_MAX) return null;
  let best: string | null = null;
  let longer: string | null = null;
  let bestDistance = Math.min(3, Math.floor(bare.length / 3)) + 1;
  let compared = 0;
  for (const candidate of known) {
    if (++compared > COMPARED_MAX) break;
    const other = withoutMarks(candidate);
    if (other === bare && bare !== '') return candidate;
    const isFar = Math.abs(other.length - bare.length) >= bestDistance || isOtherNumber(bare, other);
    const distance = isFar ? bestDistance : editDistance(bare, other);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
    else if (best === null && isStart(bare, other)) longer ??= candidate;
  }
  return best ?? longer;
}

/** A name without the marks of variables and keywords, and without those that other languages put around names. */
function withoutMarks(name: string): string {
  return name.replace(/^[?:"'`]+/, '').replace(/(?<![,:;."'`])[,:;."'`]+$/, '');
}

function isOtherNumber(a: string, b: string): boolean {
  return /\d/.test(a) && a.replaceAll(/\d+/g, '0') === b.replaceAll(/\d+/g, '0');
}

/** Whether one name begins with the other, as `:initial` with `:init`. */
function isStart(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a));
}

/** The number of insertions, deletions, changes and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
