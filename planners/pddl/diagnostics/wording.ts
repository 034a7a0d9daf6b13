export const LENGTH_MAX = 60;
const LISTED_MAX = 12;
const COMPARED_MAX = 500;

/** Counted from 1, columns in UTF-16 code units. */
export type Place = Readonly<{ line: number; column: number }>;

export function quote(word: string | { readonly written: string }): string {
  const text = typeof word === 'string' ? word : word.written;
  return JSON.stringify(text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text);
}

export function pluralize(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}

export function formatPlace({ line, column }: Place): string {
  return `line ${line}, column ${column}`;
}

export function mismatch(what: string, found: string | number, hint = ''): string {
  return `expected ${what}, found ${found}${hint}`;
}

type Hint = Readonly<{ label?: string; likely?: string | undefined }>;

export function alternatives(name: string, known: Iterable<string>, { label = 'Declared', likely }: Hint = {}): string {
  const names = [...known];
  const suggested = likely ?? closestName(name, names);
  const lead = suggested === null ? label.toLowerCase() : `did you mean ${quote(suggested)}? ${label}`;
  return `${lead}: ${names.length === 0 ? 'none' : quoteAll(names)}`;
}

export function quoteAll(names: readonly string[]): string {
  const shown = names.slice(0, LISTED_MAX).map((name) => quote(name));
  const more = names.length > LISTED_MAX ? `, and ${names.length - LISTED_MAX} more` : '';
  return shown.join(', ') + more;
}

export function closestName(name: string, known: Iterable<string>): string | null {
  const bare = stripMarks(name);
  if (bare.length > LENGTH_MAX) return null;
  let best: string | null = null;
  let prefixMatch: string | null = null;
  let bestDistance = Math.min(3, Math.floor(bare.length / 3)) + 1;
  let compared = 0;
  for (const candidate of known) {
    if (++compared > COMPARED_MAX) break;
    const other = stripMarks(candidate);
    if (other === bare && bare !== '') return candidate;
    const isFar = Math.abs(other.length - bare.length) >= bestDistance || differsOnlyInDigits(bare, other);
    const distance = isFar ? bestDistance : editDistance(bare, other);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
    else if (best === null && isPrefixOfOther(bare, other)) prefixMatch ??= candidate;
  }
  return best ?? prefixMatch;
}

function stripMarks(name: string) {
  return name.replace(/^[?:"'`]+/, '').replace(/(?<![,:;."'`])[,:;."'`]+$/, '');
}

function differsOnlyInDigits(a: string, b: string) {
  return /\d/.test(a) && a.replaceAll(/\d+/g, '0') === b.replaceAll(/\d+/g, '0');
}

function isPrefixOfOther(a: string, b: string) {
  return Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a));
}

function editDistance(a: string, b: string) {
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
