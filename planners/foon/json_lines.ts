/**
 * Reads JSON so that every value can be found again in the text: strict, no key twice, no `__proto__`, bounded depth.
 *
 * `JSON.parse` gives no positions, and its complaints differ between runtimes. Values and strings are still decoded by it.
 *
 * @module
 */
import { CHARACTERS_MAX, FoonError, quoted } from './foon_error.ts';

/** Keys and indices from the root to a value, such as `['functional_units', 0]`. */
export type JsonPath = readonly PropertyKey[];

export type LinedJson = {
  readonly value: unknown;
  /** The line, from 1, where the value at a path begins; of a missing value, where the innermost one around it does. */
  lineOf(at: JsonPath): number;
};

const NESTING_MAX = 32;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\n\r]*/y;
const WORDS: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

type Offsets = Map<string | number, number>;
type Cursor = {
  readonly text: string;
  readonly path: string;
  at: number;
  /** Container → key or index → where that value begins. */
  readonly offsets: WeakMap<object, Offsets>;
};

/** Reads `text` as one JSON document, in linear time. `path` is for messages only. Throws a FoonError. */
export function readLinedJson(text: string, path: string): LinedJson {
  if (text.length > CHARACTERS_MAX) {
    throw new FoonError({
      task: 'read',
      path,
      expected: `at most ${CHARACTERS_MAX} characters`,
      found: `${text.length}`,
    });
  }
  const cursor: Cursor = { text, path, at: 0, offsets: new WeakMap() };
  skipBlanks(cursor);
  const start = cursor.at;
  const value = readValue(cursor, 0);
  skipBlanks(cursor);
  if (cursor.at < text.length) throw wrong(cursor, 'nothing behind the JSON document');
  return { value, lineOf: (at) => lineAt(text, offsetOf(cursor, value, { at, start })) };
}

function offsetOf({ offsets }: Cursor, root: unknown, { at, start }: { at: JsonPath; start: number }): number {
  let offset = start;
  let value = root;
  for (const key of at) {
    const inside = typeof value === 'object' && value !== null ? offsets.get(value) : undefined;
    const found = inside?.get(key as string | number);
    if (found === undefined) return offset;
    offset = found;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return offset;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < offset; feed = text.indexOf('\n', feed + 1)) line++;
  return line;
}

function wrong({ text, path, at }: Cursor, expected: string): FoonError {
  const rest = text.slice(at, at + 61);
  const found = rest === '' ? 'the end of the text' : quoted(rest);
  return new FoonError({ task: 'read', path, line: lineAt(text, at), expected: `JSON, ${expected}`, found });
}

function skipBlanks(cursor: Cursor): void {
  BLANK.lastIndex = cursor.at;
  BLANK.test(cursor.text);
  cursor.at = BLANK.lastIndex;
}

/** Recursion is bounded by NESTING_MAX. The cursor stands on the value's first character, and then behind its last. */
function readValue(cursor: Cursor, depth: number): unknown {
  if (depth > NESTING_MAX) throw wrong(cursor, `at most ${NESTING_MAX} levels of nesting`);
  const { text, at } = cursor;
  const first = text[at];
  if (first === '{') return readObject(cursor, depth);
  if (first === '[') return readArray(cursor, depth);
  if (first === '"') return readString(cursor);
  NUMBER.lastIndex = at;
  if (NUMBER.test(text)) {
    cursor.at = NUMBER.lastIndex;
    return Number(text.slice(at, cursor.at));
  }
  for (const [word, value] of WORDS) {
    if (!text.startsWith(word, at)) continue;
    cursor.at += word.length;
    return value;
  }
  throw wrong(cursor, 'a value');
}

function readObject(cursor: Cursor, depth: number): unknown {
  const object: Record<string, unknown> = {};
  const offsets: Offsets = new Map();
  cursor.offsets.set(object, offsets);
  readItems(cursor, '}', () => {
    const before = cursor.at;
    if (cursor.text[cursor.at] !== '"') throw wrong(cursor, 'a key in quotation marks');
    const key = readString(cursor);
    if (key === '__proto__' || offsets.has(key)) {
      cursor.at = before;
      throw wrong(cursor, 'a key used once, other than "__proto__"');
    }
    skipBlanks(cursor);
    take(cursor, ':');
    skipBlanks(cursor);
    offsets.set(key, cursor.at);
    object[key] = readValue(cursor, depth + 1);
  });
  return object;
}

function readArray(cursor: Cursor, depth: number): unknown {
  const array: unknown[] = [];
  const offsets: Offsets = new Map();
  cursor.offsets.set(array, offsets);
  readItems(cursor, ']', () => {
    offsets.set(array.length, cursor.at);
    array.push(readValue(cursor, depth + 1));
  });
  return array;
}

/** What stands between an opening sign, where the cursor is, and `close`, parted by commas. */
function readItems(cursor: Cursor, close: '}' | ']', readItem: () => void): void {
  cursor.at++;
  skipBlanks(cursor);
  if (cursor.text[cursor.at] === close) {
    cursor.at++;
    return;
  }
  while (cursor.at <= cursor.text.length) {
    readItem();
    skipBlanks(cursor);
    if (cursor.text[cursor.at] === close) break;
    if (cursor.text[cursor.at] !== ',') throw wrong(cursor, `"," or "${close}"`);
    cursor.at++;
    skipBlanks(cursor);
  }
  take(cursor, close);
}

function take(cursor: Cursor, sign: string): void {
  if (cursor.text[cursor.at] !== sign) throw wrong(cursor, `"${sign}"`);
  cursor.at++;
}

function readString(cursor: Cursor): string {
  const { text, at } = cursor;
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) throw wrong(cursor, 'a string that ends with a quotation mark');
  try {
    const value: string = JSON.parse(text.slice(at, end + 1));
    cursor.at = end + 1;
    return value;
  } catch {
    throw wrong(cursor, 'a string with JSON’s escapes and without control characters');
  }
}
