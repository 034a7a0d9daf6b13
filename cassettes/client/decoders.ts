export type Reading = {
  length: number;
  /** ASCII; 0 for other characters and between decoded words. */
  readonly codes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
};

const DEPTH_MAX = 2;

export function* everyReading(text: string): Generator<Readonly<{ reading: Reading; isCoded: boolean }>> {
  yield* readingsWithin(withoutSpace(text), 0);
}

function* readingsWithin(reading: Reading, depth: number): ReturnType<typeof everyReading> {
  const isCoded = depth > 0;
  yield { reading, isCoded };
  let plain = reading;
  if (ESCAPING.some((code) => reading.codes.includes(code))) {
    yield { reading: withoutEscapes(reading, { isJson: false }), isCoded };
    plain = withoutEscapes(reading, { isJson: true });
    yield { reading: plain, isCoded };
  }
  if (depth === DEPTH_MAX) return;
  for (const decoded of decodings(plain)) if (decoded.length > 0) yield* readingsWithin(decoded, depth + 1);
}

/** A code may begin at any offset. */
function* decodings(reading: Reading): Generator<Reading> {
  for (const skipped of [0, 1, 2, 3]) yield fromBase64(reading, skipped);
  for (const skipped of [0, 1]) yield fromHex(reading, skipped);
}

export function withoutSpace(text: string): Reading {
  const reading = newReading(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) {
      if (!isSpace(code)) add(reading, code, at, at + 1);
    } else if (!WIDE_SPACE.test(text.charAt(at))) add(reading, 0, at, at + 1);
  }
  return reading;
}

const WIDE_SPACE = /[\s\u00ad\u200b-\u200d\u2060]/;

function isSpace(code: number) {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function newReading(lengthMax: number): Reading {
  const [starts, ends] = [new Uint32Array(lengthMax), new Uint32Array(lengthMax)];
  return { length: 0, codes: new Uint8Array(lengthMax), starts, ends };
}

function add(reading: Reading, code: number, start: number, end: number) {
  const { length, codes, starts, ends } = reading;
  codes[length] = code;
  starts[length] = start;
  ends[length] = end;
  reading.length = length + 1;
}

const [BACKSLASH, PERCENT, AMPERSAND, HASH, SEMICOLON] = [0x5c, 0x25, 0x26, 0x23, 0x3b];
const ESCAPING = [BACKSLASH, PERCENT, AMPERSAND];

/** With `isJson`, `u0041` needs a backslash; without, escapes span no whitespace. */
export function withoutEscapes({ length, codes, starts, ends }: Reading, { isJson }: { isJson: boolean }): Reading {
  const result = newReading(length);
  const afterBackslash = new Uint8Array(length);
  let backslash = -1;
  let wordBegin = 0;
  for (let at = 0; at < length; at += 1) {
    let code = codes[at]!;
    let start = starts[at]!;
    const end = ends[at]!;
    // A completed escape becomes the character of the next pass.
    for (;;) {
      if (code === BACKSLASH) {
        if (backslash === -1) backslash = start;
        break;
      }
      const isEscaped = backslash !== -1;
      if (isEscaped) start = backslash;
      backslash = -1;
      if (isSpace(code) || (isJson && isEscaped && SPACE_LETTERS.includes(code))) break;
      if (!isJson && start > (result.ends[result.length - 1] ?? 0)) wordBegin = result.length;
      afterBackslash[result.length] = isEscaped ? 1 : 0;
      add(result, code, start, end);
      const undone = escapeAtEnd(result, isJson ? afterBackslash : null);
      if (undone === null || result.length - undone.length < wordBegin) break;
      result.length -= undone.length;
      code = undone.code;
      start = result.starts[result.length] ?? start;
    }
  }
  return result;
}

const SPACE_LETTERS = [0x6e, 0x72, 0x74]; // n, r, t

function escapeAtEnd({ codes, length }: Reading, afterBackslash: Uint8Array | null) {
  const last = codes[length - 1] ?? 0;
  if (last === SEMICOLON) return htmlAtEnd(codes, length);
  const [low, high] = [HEX_DIGITS[last]!, HEX_DIGITS[codes[length - 2] ?? 0]!];
  if (low === -1 || high === -1) return null;
  const before = codes[length - 3];
  if (before === PERCENT) return ascii(high * 16 + low, 3);
  if (before !== 0x30 || codes[length - 4] !== 0x30 || ((codes[length - 5] ?? 0) | 0x20) !== 0x75) return null;
  return afterBackslash?.[length - 5] === 0 ? null : ascii(high * 16 + low, 5);
}

function ascii(code: number, length: number) {
  return code > 0 && code < 0x80 ? { code, length } : null;
}

/** Allows a few leading zeros. */
const HTML_LENGTH_MAX = 12;

function htmlAtEnd(codes: Uint8Array, length: number) {
  const begin = Math.max(0, length - HTML_LENGTH_MAX);
  const ampersand = codes.subarray(begin, length).lastIndexOf(AMPERSAND);
  if (ampersand === -1) return null;
  const name = codes.subarray(begin + ampersand + 1, length - 1);
  const code = name[0] === HASH ? htmlNumber(name) : HTML_NAMES.get(String.fromCharCode(...name))?.charCodeAt(0);
  return ascii(code ?? 0, length - begin - ampersand);
}

function htmlNumber(name: Uint8Array) {
  const isHex = ((name[1] ?? 0) | 0x20) === 0x78;
  const base = isHex ? 16 : 10;
  let number = 0;
  for (let at = isHex ? 2 : 1; at < name.length; at += 1) {
    const digit = HEX_DIGITS[name[at]!]!;
    if (digit === -1 || digit >= base) return 0;
    number = number * base + digit;
  }
  return number;
}

const HTML_NAMES = new Map(Object.entries({ amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }));

/** Random data rarely decodes to so many visible characters. */
const DECODED_LENGTH_MIN = 8;

function decodedWords(lengthMax: number) {
  const reading = newReading(lengthMax);
  let begin = 0;
  return {
    add(byte: number, start: number, end: number): void {
      if (byte > 0x20 && byte < 0x7f) add(reading, byte, start, end);
      else if (!isSpace(byte)) this.end(start);
    },
    end(at: number): void {
      if (reading.length - begin < DECODED_LENGTH_MIN) reading.length = begin;
      else if (reading.length < lengthMax) add(reading, 0, at, at);
      begin = reading.length;
    },
    reading,
  };
}

function fromBase64({ length, codes, starts, ends }: Reading, skipped: number): Reading {
  const words = decodedWords(length);
  let [bits, value, toSkip] = [0, 0, skipped];
  for (let at = 0; at < length; at += 1) {
    const digit = BASE64_DIGITS[codes[at]!]!;
    if (digit === -1) {
      words.end(starts[at]!);
      bits = 0;
      toSkip = skipped;
    } else if (toSkip > 0) toSkip -= 1;
    else {
      value = ((value << 6) | digit) & 0xfff;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      words.add((value >> bits) & 0xff, starts[at - 1]!, ends[at]!);
    }
  }
  words.end(ends[length - 1] ?? 0);
  return words.reading;
}

/** Digits may be separated: `61:62`, `0x61, 0x62`, `\x61\x62`. */
function fromHex({ length, codes, starts, ends }: Reading, skipped: number): Reading {
  const words = decodedWords(length);
  let [high, begin, toSkip] = [-1, 0, skipped];
  for (let at = 0; at < length; at += 1) {
    const digit = HEX_DIGITS[codes[at]!]!;
    if (digit === -1) {
      high = -1;
      if (HEX_SEPARATORS.includes(codes[at]!)) continue;
      words.end(starts[at]!);
      toSkip = skipped;
    } else if (toSkip > 0) toSkip -= 1;
    else if (high === -1) {
      high = digit;
      begin = starts[at]!;
    } else {
      words.add(high * 16 + digit, begin, ends[at]!);
      high = -1;
    }
  }
  words.end(ends[length - 1] ?? 0);
  return words.reading;
}

const HEX_SEPARATORS = [...':-,xX'].map((mark) => mark.charCodeAt(0));
const HEX_DIGITS = digitsOf('0123456789abcdef', '0123456789ABCDEF');
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64_DIGITS = digitsOf(`${BASE64}+/`, `${BASE64}-_`);

function digitsOf(...alphabets: readonly string[]): Int8Array {
  const digits = new Int8Array(0x80).fill(-1);
  for (const alphabet of alphabets) {
    for (const [digit, character] of [...alphabet].entries()) digits[character.charCodeAt(0)] = digit;
  }
  return digits;
}
