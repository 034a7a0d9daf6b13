/** Reads the first object, in linear time. Repairs loose notation. */

type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

type Fault = Readonly<{
  kind: 'none' | 'cut_off' | 'malformed' | 'too_much';
  position: number;
  expected: string;
  found: string;
}>;

class JsonFault extends Error {
  readonly fault: Fault;

  constructor(kind: Fault['kind'], position: number, expected: string, found: string) {
    super(`expected ${expected}, found ${found}`);
    this.fault = { kind, position, expected, found };
  }
}

const DEPTH_MAX = 32;

const SPACE = /[\s\u200B\uFEFF]*/y;
const LINE_COMMENT = /(?:\/\/|#)[^\n]*/y;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const PLAIN = /[^"'\\\u2018\u2019\u201C\u201D\u0000-\u001F]+/y;

const WORDS = { true: true, false: false, null: null, True: true, False: false, None: null } as const;

const CURLY_QUOTES = { '\u201C': '\u201D\u201C"', '\u201D': '\u201D"', '\u2018': "\u2019\u2018'", '\u2019': "\u2019'" };
const QUOTES = new Map(Object.entries({ '"': '"', "'": "'", ...CURLY_QUOTES }));

const ESCAPES = { '"': '"', "'": "'", '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' } as const;

class JsonReader {
  readonly remarks = new Set<string>();
  position: number;
  accepted = 0;
  readonly #text: string;
  #depth = 0;

  constructor(text: string, start: number) {
    this.#text = text;
    this.position = start;
  }

  readValue(): JsonValue {
    const character = this.#peek();
    if (character === '{') return this.#nested(() => this.#object());
    if (character === '[') return this.#nested(() => this.#array());
    if (QUOTES.has(character)) return this.#string();
    const start = this.position;
    const written = this.#match(NUMBER);
    if (written === null) return this.#word();
    if (Number.isFinite(Number(written))) return Number(written);
    this.position = start;
    throw this.#fault('a finite number');
  }

  #word(): boolean | null {
    const start = this.position;
    const word = this.#match(WORD) ?? '';
    if (!Object.hasOwn(WORDS, word)) {
      this.position = start;
      throw this.#fault('a value');
    }
    if (/^[A-Z]/.test(word)) this.remarks.add("Python's True, False or None");
    return WORDS[word as keyof typeof WORDS];
  }

  #nested<T>(read: () => T): T {
    const opens = this.position++;
    if (++this.#depth > DEPTH_MAX) {
      throw new JsonFault('too_much', opens, `at most ${DEPTH_MAX} levels of brackets`, 'more');
    }
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): JsonValue {
    const entries = new Map<string, JsonValue>();
    for (this.#skip(); this.#peek() !== '}'; ) {
      const key = this.#key();
      this.#skip();
      if (this.#peek() !== ':') throw this.#fault('":" after the key');
      this.position++;
      this.accepted++;
      this.#skip();
      if (entries.has(key)) this.remarks.add('a key appears twice: the last one counts');
      entries.set(key, this.readValue());
      this.#comma('}');
    }
    this.position++;
    this.accepted++;
    return Object.fromEntries(entries);
  }

  #array(): JsonValue {
    const elements: JsonValue[] = [];
    for (this.#skip(); this.#peek() !== ']'; ) {
      elements.push(this.readValue());
      this.accepted++;
      this.#comma(']');
    }
    this.position++;
    this.accepted++;
    return elements;
  }

  #comma(closer: string) {
    this.#skip();
    if (this.#peek() === ',') {
      this.position++;
      this.#skip();
      if (this.#peek() === closer) this.remarks.add('a comma after the last element');
    } else if (this.#peek() !== closer) {
      throw this.#fault(`"," or "${closer}"`);
    }
  }

  #key() {
    if (QUOTES.has(this.#peek())) return this.#string();
    const word = this.#match(WORD);
    if (word === null) throw this.#fault('a key in quotes');
    this.remarks.add('keys without quotes');
    return word;
  }

  #string() {
    const opener = this.#peek();
    const opensAt = this.position++;
    const closers = QUOTES.get(opener) ?? '';
    if (opener !== '"') this.remarks.add(opener === "'" ? 'single quotes' : 'curly quotes');
    const parts: string[] = [];
    for (;;) {
      parts.push(this.#match(PLAIN) ?? '');
      const character = this.#peek();
      if (character === '')
        throw new JsonFault('cut_off', this.#text.length, this.#closing(opener, opensAt), 'the end');
      if (character === '\\') {
        parts.push(this.#escape());
        continue;
      }
      this.position++;
      if (closers.includes(character) && (opener === '"' || this.#isClosing())) return parts.join('').toWellFormed();
      if (character < ' ') this.remarks.add('line breaks or control characters in a text');
      parts.push(character);
    }
  }

  /** Punctuation follows a closing quote, not an apostrophe. */
  #isClosing() {
    SPACE.lastIndex = this.position;
    SPACE.test(this.#text);
    const next = this.#text[SPACE.lastIndex];
    return next === undefined || ',:}]#/'.includes(next);
  }

  #closing(opener: string, opensAt: number) {
    const line = this.#text.slice(0, opensAt).split('\n').length;
    return `${QUOTES.get(opener)?.[0]} to end the text that begins in line ${line}`;
  }

  #escape() {
    const character = this.#text[this.position + 1] ?? '';
    const code = /^u([0-9a-fA-F]{4})/.exec(this.#text.slice(this.position + 1, this.position + 6))?.[1];
    if (code !== undefined) {
      this.position += 6;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    if (Object.hasOwn(ESCAPES, character)) {
      this.position += 2;
      return ESCAPES[character as keyof typeof ESCAPES];
    }
    this.position++;
    this.remarks.add('a backslash that escapes nothing');
    return '\\';
  }

  #skip() {
    for (;;) {
      this.#match(SPACE);
      if (this.#match(LINE_COMMENT) === null && !this.#blockComment()) return;
      this.remarks.add('comments');
    }
  }

  #blockComment() {
    if (!this.#text.startsWith('/*', this.position)) return false;
    const end = this.#text.indexOf('*/', this.position + 2);
    if (end === -1) throw new JsonFault('cut_off', this.#text.length, '"*/" to end a comment', 'the end');
    this.position = end + 2;
    return true;
  }

  #peek() {
    return this.#text[this.position] ?? '';
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.position += found.length;
    return found;
  }

  #fault(expected: string): JsonFault {
    const rest = this.#text.slice(this.position, this.position + 40);
    // A last word or number may be incomplete.
    const isEnd = rest.startsWith('```') || (/^[-\w.]*$/.test(rest) && rest.length < 40);
    if (isEnd) return new JsonFault('cut_off', this.position, expected, 'the end');
    return new JsonFault('malformed', this.position, expected, JSON.stringify(rest.split('\n', 1)[0]?.toWellFormed()));
  }
}

/** Counted from 1; columns in UTF-16 code units. */
export type JsonFailure = Omit<Fault, 'position'> & Readonly<{ line: number; column: number }>;

export type JsonReading =
  | Readonly<{ ok: true; value: JsonValue; line: number; remarks: readonly string[] }>
  | Readonly<{ ok: false; failure: JsonFailure; remarks: readonly string[] }>;

const PROSE_MAX = 100;

export function readJson(text: string, charactersMax: number): JsonReading {
  if (text.length > charactersMax) {
    const expected = `at most ${charactersMax} characters`;
    return fail(text, { kind: 'too_much', position: 0, expected, found: `${text.length}` });
  }
  const opener = /\{/g;
  for (let prose = 0; prose < PROSE_MAX; prose++) {
    const start = opener.exec(text)?.index;
    if (start === undefined) break;
    const reader = new JsonReader(text, start);
    try {
      const value = reader.readValue();
      const before = /[^\s`]/.test(text.slice(0, start).replace(/```\w*\s*$/, '')) ? ['text before the JSON'] : [];
      const after = /[^\s`]/.test(text.slice(reader.position)) ? ['text after the JSON'] : [];
      return { ok: true, value, line: placeOf(text, start).line, remarks: [...before, ...reader.remarks, ...after] };
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      const { fault } = error;
      if (reader.accepted > 0 || fault.kind !== 'malformed') return fail(text, fault, reader.remarks);
      opener.lastIndex = Math.max(start + 1, fault.position);
    }
  }
  const shown = text.slice(0, 60).trim();
  const found = shown === '' ? 'nothing' : JSON.stringify(shown.toWellFormed());
  return fail(text, { kind: 'none', position: 0, expected: 'a JSON object', found });
}

export function jsonFailureText({ kind, line, column, expected, found }: JsonFailure): string {
  const place = kind === 'none' ? '' : `line ${line}, column ${column}: `;
  return `${place}expected ${expected}, found ${found}`;
}

function fail(text: string, { position, ...fault }: Fault, remarks: Iterable<string> = []): JsonReading {
  return { ok: false, failure: { ...fault, ...placeOf(text, position) }, remarks: [...remarks] };
}

function placeOf(text: string, position: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < position; feed = text.indexOf('\n', start)) {
    line++;
    start = feed + 1;
  }
  return { line, column: position - start + 1 };
}
